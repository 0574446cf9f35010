import { useEffect, useMemo, useState } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import { DraftStore } from '../../reporting/draft/draft.ts';
import { MAX_ANSWER_LENGTH } from '../../reporting/entry.ts';
import { Button } from '../component/input/button.tsx';
import { Field } from '../component/input/field.tsx';
import { Actions, Form } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { problemOf, within } from '../page/ask.ts';
import { DRAFT_TIMEOUT_MS } from '../submission/draft.ts';

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
  /** Null until the stored draft was read: a letter written by then would be saved over it. */
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const [attention, setAttention] = useState(0);
  const [isSending, setSending] = useState(false);
  const subject = `${id} ${question}`;
  useEffect(() => {
    within(DRAFT_TIMEOUT_MS, drafts.read('reply', subject)).then(
      (draft) => setText(draft?.text ?? ''),
      () => setText(''),
    );
  }, []);
  if (text === null) return null;
  const write = (value: string) => {
    setText(value);
    setProblem(undefined);
    drafts.save('reply', subject, { text: value }).catch(() => setProblem(i18n.t('submission.draftLost')));
  };
  const send = async () => {
    if (isSending) return;
    if (text.trim() === '') {
      setProblem(i18n.t('outbox.replyMissing'));
      setAttention(attention + 1);
      return;
    }
    setSending(true);
    try {
      await onSend(text);
      await drafts.discard('reply', subject);
    } catch (error) {
      setProblem(i18n.t('submission.failed', { problem: problemOf(error) }));
    }
    setSending(false);
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
        value={text}
        problem={problem}
        attention={attention}
        lines={4}
        maxLength={MAX_ANSWER_LENGTH}
        onInput={write}
      />
      <Actions>
        <Button kind="primary" submits busy={isSending}>
          {i18n.t(isSending ? 'report.sending' : 'outbox.sendReply')}
        </Button>
      </Actions>
    </Form>
  );
}
