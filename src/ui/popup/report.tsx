import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { i18n } from '#i18n';
import type { DraftStore } from '../../reporting/draft.ts';
import type { Ask } from '../ask.ts';
import { Beside } from '../report/beside.tsx';
import { ReportForm } from '../report/form.tsx';
import { Submission } from '../submission.ts';
import { Subview } from './subview.tsx';
import { isPopup } from './tab.ts';

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
