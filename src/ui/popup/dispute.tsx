import { useMemo } from 'preact/hooks';
import { i18n } from '#i18n';
import { namedBy } from '../../asset/index.ts';
import type { DraftStore } from '../../reporting/draft.ts';
import type { Ask } from '../ask.ts';
import { DisputeForm } from '../dispute-form.tsx';
import { Submission } from '../submission.ts';
import { Subview } from './subview.tsx';

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
