import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import { DraftStore } from '../../reporting/draft/draft.ts';
import { MAX_ANSWER_LENGTH } from '../../reporting/entry.ts';
import { Button } from '../component/input/button.tsx';
import { Field } from '../component/input/field.tsx';
import { Actions, Form } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { problemOf } from '../page/ask.ts';

type ReplyFormProps = {
  /** Of the entry that is asked about. */
  id: string;
  question: string;
  /** Rejects with the reason where the answer could not be stored. */
  onSend: (text: string) => Promise<void>;
};

/** The question of the reviewers and the place for its answer, which is kept from the first letter on. */
export function ReplyForm({ id, question, onSend }: ReplyFormProps) {
  const drafts = useMemo(() => new DraftStore(), []);
  const text = useSignal('');
  const problem = useSignal<string | undefined>(undefined);
  const attention = useSignal(0);
  const sending = useSignal(false);
  const subject = `${id} ${question}`;
  useEffect(() => {
    drafts.read('reply', subject).then(
      (draft) => {
        if (draft && text.value === '') text.value = draft.text;
      },
      () => undefined,
    );
  }, []);
  const write = (value: string) => {
    text.value = value;
    problem.value = undefined;
    drafts.save('reply', subject, { text: value }).catch(() => {
      problem.value = i18n.t('submission.draftLost');
    });
  };
  const send = async () => {
    if (sending.value) return;
    if (text.value.trim() === '') {
      problem.value = i18n.t('outbox.replyMissing');
      attention.value += 1;
      return;
    }
    sending.value = true;
    try {
      await onSend(text.value);
      await drafts.discard('reply', subject);
    } catch (error) {
      problem.value = i18n.t('submission.failed', { problem: problemOf(error) });
    } finally {
      sending.value = false;
    }
  };
  return (
    <Form onSubmit={() => void send()}>
      <Notice tone="caution" title={i18n.t('outbox.question')}>
        <p class="outbox-words" dir="auto">
          {question}
        </p>
      </Notice>
      <Field
        label={i18n.t('outbox.yourReply')}
        hint={i18n.t('outbox.yourReplyHint')}
        value={text.value}
        problem={problem.value}
        attention={attention.value}
        lines={4}
        maxLength={MAX_ANSWER_LENGTH}
        onInput={write}
      />
      <Actions>
        <Button kind="primary" submits busy={sending.value}>
          {i18n.t(sending.value ? 'report.sending' : 'outbox.sendReply')}
        </Button>
      </Actions>
    </Form>
  );
}
