import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { reportOf } from '../../reporting/outcome/reported.ts';
import { standingOf } from '../../reporting/outcome/standing.ts';
import { Notice } from '../component/notice.tsx';
import type { Ask } from '../page/ask.ts';
import { usePolling } from '../page/polling.ts';
import { receiptInWords } from '../words/outbox.ts';
import { whenInWords } from '../words/time.ts';

const REFRESH_INTERVAL_MS = 5_000;

type Decision = 'waiting' | 'open' | 'accepted' | 'rejected' | 'refused';

type ReceiptsProps = {
  /** What is listed. */
  content: string;
  /** The address that was stopped. */
  url: string;
  ask: Ask;
};

/** What the person disputed and reported about this before, and what came of it; nothing where they sent nothing. */
export function Receipts({ content, url, ask }: ReceiptsProps) {
  const [entries, setEntries] = useState<readonly OutboxEntry[]>([]);
  // If the background does not answer, the warning page itself says so.
  usePolling(() => ask('outboxList', {}).then(({ entries }) => setEntries(entries)), REFRESH_INTERVAL_MS);
  const dispute = disputeOf(entries, content);
  const report = reportOf(entries, url);
  return (
    <>
      {dispute && <Disputed entry={dispute} />}
      {report && (
        <p class="small quiet">
          {receiptInWords({ at: report.createdAt, standing: standingOf(report) }, Date.now())}
          {i18n.t('list.separator')}
          <a href={outboxAddress(report.id)} target="_blank" rel="noopener noreferrer">
            {i18n.t('popup.state.see')}
          </a>
        </p>
      )}
    </>
  );
}

const outboxAddress = (id: string): string => `${browser.runtime.getURL('/popup.html')}?view=outbox&content=${id}`;

function Disputed({ entry }: { entry: OutboxEntry }) {
  const { state } = entry;
  const note = state.kind === 'sent' ? state.told?.message : undefined;
  return (
    <Notice title={i18n.t('warning.disputed.title', { time: whenInWords(entry.createdAt, Date.now()) })}>
      <p>{i18n.t(`warning.disputed.${decisionOf(entry)}`)}</p>
      {note !== undefined && note !== '' && <p>{note}</p>}
    </Notice>
  );
}

/** The last dispute about something. */
const disputeOf = (entries: readonly OutboxEntry[], content: string): OutboxEntry | null =>
  entries
    .filter(({ item }) => item.kind === 'dispute' && item.draft.content === content)
    .sort((one, other) => other.createdAt - one.createdAt)[0] ?? null;

function decisionOf({ state }: OutboxEntry): Decision {
  if (state.kind !== 'sent') return state.kind;
  const status = state.told?.state;
  return status === 'ACCEPTED' ? 'accepted' : status === 'REJECTED' ? 'rejected' : 'open';
}
