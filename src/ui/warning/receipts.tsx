import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { submissionAbout } from '../../reporting/outcome/reported.ts';
import { standingOf } from '../../reporting/outcome/standing.ts';
import { useAsk } from '../page/ask.ts';
import { usePolling } from '../page/polling.ts';
import { receiptInWords } from '../words/outbox.ts';
import { Disputed } from './disputed.tsx';

const REFRESH_INTERVAL_MS = 5_000;

type ReceiptsProps = {
  /** The address that was stopped. */
  url: string;
};

/** What the person disputed and reported about this before, and what came of it; nothing where they sent nothing. */
export function Receipts({ url }: ReceiptsProps) {
  const ask = useAsk();
  const [entries, setEntries] = useState<readonly OutboxEntry[]>([]);
  // If the background does not answer, the warning page itself says so.
  usePolling(() => ask('outboxList', {}).then(({ entries }) => setEntries(entries)), REFRESH_INTERVAL_MS);
  const dispute = submissionAbout(entries, 'dispute', url);
  const report = submissionAbout(entries, 'report', url);
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
