import { useMemo } from 'preact/hooks';
import { i18n } from '#i18n';
import type { DraftStore } from '../../reporting/draft.ts';
import type { Ask } from '../ask.ts';
import { ReportForm } from '../report/form.tsx';
import { Submission } from '../submission.ts';
import { Subview } from './subview.tsx';

type ReportViewProps = { url: string | null; ask: Ask; drafts: DraftStore; onBack: () => void };

export function ReportView({ url, ask, drafts, onBack }: ReportViewProps) {
  const submission = useMemo(() => new Submission(ask), [ask]);
  return (
    <Subview title={i18n.t('report.title')} onBack={onBack}>
      <ReportForm url={url} drafts={drafts} submission={submission} onClose={onBack} />
    </Subview>
  );
}
