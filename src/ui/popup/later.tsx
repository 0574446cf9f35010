import { useSignal } from '@preact/signals';
import { namedBy } from '../../asset/index.ts';
import { Outbox } from '../outbox/list.tsx';
import type { Ask } from '../page/ask.ts';
import { Beside } from '../report/beside.tsx';
import { ReportForm } from '../report/form.tsx';
import { DisputeForm } from '../submission/dispute-form.tsx';
import { isPopup, type LaterViewOf } from './view.ts';

type LaterProps = { view: LaterViewOf; tabId: number; ask: Ask; onBack: () => void };

/** What the popup shows behind its first view: loaded when it is opened. */
export function LaterView({ view, tabId, ask, onBack }: LaterProps) {
  if (view.name === 'report') return <Report url={view.url} tabId={tabId} ask={ask} onBack={onBack} />;
  if (view.name === 'outbox') return <Outbox ask={ask} first={view.id} onLeave={onBack} />;
  return (
    <DisputeForm
      content={view.content}
      recognise={view.fixed ? undefined : (written) => namedBy(written)?.content ?? null}
      ask={ask}
      onClose={onBack}
    />
  );
}

type ReportProps = { url: string | null; tabId: number; ask: Ask; onBack: () => void };

function Report({ url, tabId, ask, onBack }: ReportProps) {
  const page = useSignal(tabId < 0 || url === null ? null : { tabId, url });
  return (
    <>
      {isPopup() && page.value && <Beside page={page.value} ask={ask} />}
      <ReportForm url={url} page={page} choosesFiles={!isPopup()} ask={ask} onClose={onBack} />
    </>
  );
}
