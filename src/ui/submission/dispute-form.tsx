import { useEffect, useState } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import type { DisputeDraft } from '../../reporting/entry.ts';
import { Address } from '../component/address/address.tsx';
import { Field } from '../component/input/field.tsx';
import { type Ask, problemOf, within } from '../page/ask.ts';
import { DRAFT_TIMEOUT_MS } from './draft.ts';
import { SubmissionForm } from './form.tsx';
import { useReportingRule } from './rule.tsx';
import { useSubmission } from './submission.ts';

type DisputeFormProps = {
  /** What is disputed; the draft is kept under it. */
  content: string;
  /** Makes what the person writes into what is disputed, null where it names nothing; absent where `content` is fixed. */
  recognise?: ((written: string) => string | null) | undefined;
  ask: Ask;
  onClose: () => void;
};

/** A dispute of a false alarm, kept at every letter. */
export function DisputeForm({ content, recognise, ask, onClose }: DisputeFormProps) {
  const { drafts, submission } = useSubmission(ask);
  /** Null until the stored draft was read: a letter written by then would be saved over it. */
  const [draft, setDraft] = useState<DisputeDraft | null>(null);
  const rule = useReportingRule(ask);
  const [wrong, setWrong] = useState<'content' | 'email' | 'unreachable' | null>(null);
  const [attention, setAttention] = useState(0);
  const [storageProblem, setStorageProblem] = useState<string | null>(null);
  const onStorageProblem = (error: unknown) => setStorageProblem(problemOf(error));

  useEffect(() => {
    const show = (saved: DisputeDraft | null) => setDraft(saved ?? { content, email: '', description: '' });
    within(DRAFT_TIMEOUT_MS, drafts.read('dispute', content)).then(show, (error: unknown) => {
      onStorageProblem(error);
      show(null);
    });
  }, []);
  if (draft === null) return null;

  const change = (part: Partial<DisputeDraft>) => {
    const changed = { ...draft, ...part };
    setDraft(changed);
    setWrong(null);
    drafts.save('dispute', content, changed).catch(onStorageProblem);
  };

  const send = () => {
    const email = rule.contact === 'off' ? '' : draft.email.trim();
    const named = recognise ? recognise(draft.content) : content;
    const refuse = (why: typeof wrong) => {
      setWrong(why);
      setAttention(attention + 1);
    };
    if (named === null) refuse('content');
    else if (email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) refuse('email');
    else if (rule.contact === 'required' && email === '') refuse('unreachable');
    else void submission.dispute({ ...draft, content: named, email });
  };

  const emailProblem =
    wrong === 'unreachable'
      ? i18n.t('report.contactMissing', { name: rule.by })
      : wrong === 'email'
        ? i18n.t('dispute.emailWrong')
        : undefined;
  return (
    <SubmissionForm
      kind="dispute"
      submission={submission}
      rule={rule}
      storageProblem={storageProblem}
      ask={ask}
      onSend={send}
      onClose={onClose}
    >
      <p class="small quiet">{i18n.t('dispute.intro')}</p>
      {recognise ? (
        <Field
          label={i18n.t('dispute.content')}
          hint={i18n.t('dispute.contentHint')}
          problem={wrong === 'content' ? i18n.t('dispute.contentMissing') : undefined}
          attention={wrong === 'content' ? attention : 0}
          value={draft.content}
          maxLength={4096}
          code
          onInput={(written) => change({ content: written })}
        />
      ) : (
        <Address value={content} />
      )}
      <Field
        label={i18n.t('dispute.description')}
        optional
        lines={3}
        maxLength={10_000}
        value={draft.description}
        onInput={(description) => change({ description })}
      />
      {rule.contact !== 'off' && (
        <Field
          label={i18n.t('dispute.email')}
          optional={rule.contact === 'optional'}
          kind="email"
          hint={i18n.t('dispute.emailHint')}
          problem={emailProblem}
          attention={emailProblem ? attention : 0}
          maxLength={320}
          value={draft.email}
          onInput={(email) => change({ email })}
        />
      )}
    </SubmissionForm>
  );
}
