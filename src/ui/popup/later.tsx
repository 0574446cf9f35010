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
  if (view.name === 'outbox') return <Outbox ask={ask} first={view.id} onLeave={onBack} />;
  if (view.name === 'dispute')
    return (
      <DisputeForm
        content={view.content}
        recognise={view.fixed ? undefined : (written) => namedBy(written)?.content ?? null}
        ask={ask}
        onClose={onBack}
      />
    );
  const page = tabId < 0 || view.url === null ? null : { tabId, url: view.url };
  return (
    <>
      {isPopup() && page && <Beside page={page} ask={ask} />}
      <ReportForm url={view.url} page={page} choosesFiles={!isPopup()} ask={ask} onClose={onBack} />
    </>
  );
}
