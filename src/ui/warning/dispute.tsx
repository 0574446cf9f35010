import { useMemo } from 'preact/hooks';
import { DraftStore } from '../../reporting/draft.ts';
import type { Ask } from '../ask.ts';
import { DisputeForm } from '../submission/dispute-form.tsx';
import { Submission } from '../submission/submission.ts';

type DisputeProps = { content: string; ask: Ask; onClose: () => void };

/** The dispute of what was stopped, in place. */
export default function Dispute({ content, ask, onClose }: DisputeProps) {
  const drafts = useMemo(() => new DraftStore(), []);
  const submission = useMemo(() => new Submission(ask), []);
  return (
    <DisputeForm
      content={content}
      subject={content}
      ask={ask}
      drafts={drafts}
      submission={submission}
      onClose={onClose}
    />
  );
}
