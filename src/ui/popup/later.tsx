import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { i18n } from '#i18n';
import { namedBy } from '../../asset/index.ts';
import { DraftStore } from '../../reporting/draft.ts';
import type { Ask } from '../ask.ts';
import { Outbox } from '../outbox/list.tsx';
import { Beside } from '../report/beside.tsx';
import { ReportForm } from '../report/form.tsx';
import { DisputeForm } from '../submission/dispute-form.tsx';
import { Submission } from '../submission/submission.ts';
import { Subview } from './subview.tsx';
import { isPopup, type LaterViewOf } from './view.ts';

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

type ReportViewProps = { url: string | null; tabId: number; ask: Ask; drafts: DraftStore; onBack: () => void };

export function ReportView({ url, tabId, ask, drafts, onBack }: ReportViewProps) {
  const page = useSignal(tabId < 0 || url === null ? null : { tabId, url });
  const submission = useMemo(() => new Submission(ask), [ask]);
  return (
    <Subview title={i18n.t('report.title')} onBack={onBack}>
      {isPopup() && page.value && <Beside page={page.value} ask={ask} />}
      <ReportForm
        url={url}
        page={page}
        choosesFiles={!isPopup()}
        ask={ask}
        drafts={drafts}
        submission={submission}
        onClose={onBack}
      />
    </Subview>
  );
}

type DisputeViewProps = { content: string; fixed: boolean; ask: Ask; drafts: DraftStore; onBack: () => void };

export function DisputeView({ content, fixed, ask, drafts, onBack }: DisputeViewProps) {
  const submission = useMemo(() => new Submission(ask), [ask]);
  return (
    <Subview title={i18n.t('dispute.title')} onBack={onBack}>
      <DisputeForm
        content={content}
        recognise={fixed ? undefined : (written) => namedBy(written)?.content ?? null}
        subject={content}
        ask={ask}
        drafts={drafts}
        submission={submission}
        onClose={onBack}
      />
    </Subview>
  );
}
