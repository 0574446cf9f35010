import { useMemo } from 'preact/hooks';
import { i18n } from '#i18n';
import { DraftStore } from '../../reporting/draft.ts';
import type { Ask } from '../ask.ts';
import { Outbox } from '../outbox/list.tsx';
import { DisputeView } from './dispute.tsx';
import { ReportView } from './report.tsx';
import { Subview } from './subview.tsx';
import type { LaterViewOf } from './view.ts';

type LaterProps = { view: LaterViewOf; tabId: number; ask: Ask; onBack: () => void };

/** What the popup shows behind its first view: loaded when it is opened. */
export function LaterView({ view, tabId, ask, onBack }: LaterProps) {
  const drafts = useMemo(() => {
    const store = new DraftStore();
    // A database that cannot be opened is said by the form, at the first letter that it cannot keep.
    store.ready().catch(() => undefined);
    return store;
  }, []);
  if (view.name === 'report')
    return <ReportView url={view.url} tabId={tabId} ask={ask} drafts={drafts} onBack={onBack} />;
  if (view.name === 'dispute')
    return <DisputeView content={view.content} fixed={view.fixed} ask={ask} drafts={drafts} onBack={onBack} />;
  return (
    <Subview title={i18n.t('outbox.title')} onBack={onBack}>
      <Outbox ask={ask} first={view.id} onLeave={onBack} />
    </Subview>
  );
}
