import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { submissionAbout } from '../../reporting/outcome/reported.ts';
import { standingOf } from '../../reporting/outcome/standing.ts';
import { useAsk } from '../page/ask.ts';
import { usePolling } from '../page/polling.ts';
import { receiptInWords } from '../words/outbox.ts';

const REFRESH_INTERVAL_MS = 5_000;

/** What the person reported about a stopped address before, and what came of it; nothing where they reported nothing. */
export function Receipt({ url }: { url: string }) {
  const ask = useAsk();
  const [entries, setEntries] = useState<readonly OutboxEntry[]>([]);
  // If the background does not answer, the warning page itself says so.
  usePolling(() => ask('outboxList', {}).then(({ entries }) => setEntries(entries)), REFRESH_INTERVAL_MS);
  const report = submissionAbout(entries, 'report', url);
  return (
    report && (
      <p class="small quiet">
        {receiptInWords({ at: report.createdAt, standing: standingOf(report) }, Date.now())}
        {i18n.t('list.separator')}
        <a href={outboxAddress(report.id)} target="_blank" rel="noopener noreferrer">
          {i18n.t('popup.state.see')}
        </a>
      </p>
    )
  );
}

const outboxAddress = (id: string): string => `${browser.runtime.getURL('/popup.html')}?view=outbox&content=${id}`;
