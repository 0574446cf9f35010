import { useSignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import type { DisputeDraft } from '../../reporting/entry.ts';
import { Address } from '../component/address/address.tsx';
import { Button } from '../component/input/button.tsx';
import { Field } from '../component/input/field.tsx';
import { Actions, Form } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { type Ask, problemOf } from '../page/ask.ts';
import { SubmissionResult } from './result.tsx';
import { ReportsOff, useReportingRule } from './rule.tsx';
import { useSubmission } from './submission.ts';

type DisputeFormProps = {
  /** What is disputed; the draft is kept under it. */
  content: string;
  /** Makes what the person writes into what is disputed, null where it names nothing; absent where `content` is fixed. */
  recognise?: ((written: string) => string | null) | undefined;
  ask: Ask;
  onClose: () => void;
};

/** A dispute of a false alarm: written, kept at every letter, sent, and what became of it. */
export function DisputeForm({ content, recognise, ask, onClose }: DisputeFormProps) {
  const { drafts, submission } = useSubmission(ask);
  const draft = useSignal<DisputeDraft>({ content, email: '', description: '' });
  const rule = useReportingRule(ask).value;
  const wrong = useSignal<'content' | 'email' | 'unreachable' | null>(null);
  const [attention, setAttention] = useState(0);
  const storage = useSignal<string | null>(null);
  const touched = useRef(false);

  useEffect(() => {
    drafts.read('dispute', content).then(
      (saved) => {
        if (saved && !touched.current) draft.value = recognise ? saved : { ...saved, content };
      },
      (error: unknown) => {
        storage.value = problemOf(error);
      },
    );
  }, [content]);

  const change = (part: Partial<DisputeDraft>) => {
    touched.current = true;
    draft.value = { ...draft.value, ...part };
    wrong.value = null;
    drafts.save('dispute', content, draft.value).catch((error: unknown) => {
      storage.value = problemOf(error);
    });
  };

  const send = () => {
    const email = rule.contact === 'off' ? '' : draft.value.email;
    const named = recognise ? recognise(draft.value.content) : content;
    if (named === null) wrong.value = 'content';
    else if (email.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) wrong.value = 'email';
    else if (rule.contact === 'required' && email.trim() === '') wrong.value = 'unreachable';
    else void submission.dispute({ ...draft.value, content: named, email: email.trim() });
    if (wrong.value) setAttention(attention + 1);
  };

  const state = submission.state.value;
  if (state.kind === 'stored')
    return (
      <SubmissionResult
        kind="dispute"
        entry={state.entry}
        ask={ask}
        onEdit={() => void submission.edit()}
        onClose={onClose}
      />
    );
  if (!rule.reports) return <ReportsOff rule={rule} />;
  return (
    <Form onSubmit={send}>
      <p class="small quiet">{i18n.t('dispute.intro')}</p>
      {recognise ? (
        <Field
          label={i18n.t('dispute.content')}
          hint={i18n.t('dispute.contentHint')}
          problem={wrong.value === 'content' ? i18n.t('dispute.contentMissing') : undefined}
          attention={wrong.value === 'content' ? attention : 0}
          value={draft.value.content}
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
        value={draft.value.description}
        onInput={(description) => change({ description })}
      />
      {rule.contact !== 'off' && (
        <Field
          label={i18n.t('dispute.email')}
          optional={rule.contact === 'optional'}
          kind="email"
          hint={i18n.t('dispute.emailHint')}
          problem={emailProblem(wrong.value, rule.by)}
          attention={emailProblem(wrong.value, rule.by) ? attention : 0}
          maxLength={320}
          value={draft.value.email}
          onInput={(email) => change({ email })}
        />
      )}
      {storage.value && (
        <Notice tone="caution" title={i18n.t('submission.draftLost')}>
          {storage.value}
        </Notice>
      )}
      {state.kind === 'writing' && state.problem && (
        <Notice tone="danger" title={i18n.t('submission.failed', { problem: state.problem })} />
      )}
      <Actions>
        <Button kind="primary" submits busy={state.kind === 'sending'}>
          {i18n.t(state.kind === 'sending' ? 'dispute.sending' : 'dispute.send')}
        </Button>
        <Button onPress={onClose}>{i18n.t('action.cancel')}</Button>
      </Actions>
    </Form>
  );
}

function emailProblem(wrong: 'content' | 'email' | 'unreachable' | null, by: string): string | undefined {
  if (wrong === 'unreachable') return i18n.t('report.contactMissing', { name: by });
  return wrong === 'email' ? i18n.t('dispute.emailWrong') : undefined;
}
