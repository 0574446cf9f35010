import { useState } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import { Address } from '../component/address/address.tsx';
import { Field } from '../component/input/field.tsx';
import { Draft, useDraft } from './draft.ts';
import { SubmissionForm } from './form.tsx';
import { useReportingRule } from './rule.tsx';
import { useSubmission } from './submission.ts';

type DisputeFormProps = {
  /** What is disputed; the draft is kept under it. */
  content: string;
  /** Makes what the person writes into what is disputed, null where it names nothing; absent where `content` is fixed. */
  recognise?: ((written: string) => string | null) | undefined;
  onClose: () => void;
};

/** A dispute of a false alarm, kept at every letter. */
export function DisputeForm({ content, recognise, onClose }: DisputeFormProps) {
  const { drafts, submission } = useSubmission();
  const draft = useDraft(() => new Draft(drafts, 'dispute', content, { content, email: '', description: '' }));
  const rule = useReportingRule();
  const [isTried, setTried] = useState(false);
  const [attention, setAttention] = useState(0);
  if (draft === null) return null;
  const fields = draft.fields.value;

  const change = (part: Partial<typeof fields>) => {
    draft.change(part);
    setTried(false);
  };

  const email = rule.contact === 'off' ? '' : fields.email.trim();
  const named = recognise ? recognise(fields.content) : content;
  const contentProblem = named === null ? i18n.t('dispute.contentMissing') : undefined;
  const emailProblem =
    email === '' && rule.contact === 'required'
      ? i18n.t('report.contactMissing', { name: rule.by })
      : email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
        ? i18n.t('dispute.emailWrong')
        : undefined;
  const send = () => {
    if (named === null || emailProblem) {
      setTried(true);
      return setAttention(attention + 1);
    }
    // The draft ends with what is sent where the two are the same, so it is kept before.
    draft.change({ content: named, email });
    void draft.keep().then(() => submission.dispute(draft.fields.value));
  };
  return (
    <SubmissionForm kind="dispute" submission={submission} rule={rule} draft={draft} onSend={send} onClose={onClose}>
      <p class="small quiet">{i18n.t('dispute.intro')}</p>
      {recognise ? (
        <Field
          label={i18n.t('dispute.content')}
          hint={i18n.t('dispute.contentHint')}
          problem={isTried ? contentProblem : undefined}
          attention={isTried && contentProblem ? attention : 0}
          value={fields.content}
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
        value={fields.description}
        onInput={(description) => change({ description })}
      />
      {rule.contact !== 'off' && (
        <Field
          label={i18n.t('dispute.email')}
          optional={rule.contact === 'optional'}
          kind="email"
          hint={i18n.t('dispute.emailHint')}
          problem={isTried ? emailProblem : undefined}
          attention={isTried && emailProblem && !contentProblem ? attention : 0}
          maxLength={320}
          value={fields.email}
          onInput={(email) => change({ email })}
        />
      )}
    </SubmissionForm>
  );
}
