import { namedBy } from '../../asset/index.ts';
import { CheckForm } from '../check/check-form.tsx';
import { Outbox } from '../outbox/list.tsx';
import { ReportForm } from '../report/form.tsx';
import { DisputeForm } from '../submission/dispute-form.tsx';
import type { LaterViewOf } from './view.ts';

type LaterProps = { view: LaterViewOf; tabId: number; isAlone: boolean; onBack: () => void };

/** What the popup shows behind its first view: loaded when it is opened. */
export function LaterView({ view, tabId, isAlone, onBack }: LaterProps) {
  if (view.name === 'check') return <CheckForm />;
  if (view.name === 'outbox') return <Outbox first={view.id} onLeave={isAlone ? undefined : onBack} />;
  if (view.name === 'dispute')
    return (
      <DisputeForm
        content={view.content}
        recognise={view.fixed ? undefined : (written) => namedBy(written)?.content ?? null}
        onClose={onBack}
      />
    );
  const page = tabId < 0 || view.url === null ? null : { tabId, url: view.url };
  return <ReportForm url={view.url} page={page} onClose={onBack} />;
}
