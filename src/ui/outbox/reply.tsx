import { useState } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import { MAX_ANSWER_LENGTH } from '../../reporting/entry.ts';
import { Button } from '../component/input/button.tsx';
import { Field } from '../component/input/field.tsx';
import { Actions, Form } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { useAction } from '../page/action.ts';
import type { Draft } from '../submission/draft.ts';
import { Kept } from '../submission/kept.tsx';

type ReplyFormProps = {
  draft: Draft<'reply'>;
  question: string;
  /** Rejects with the reason where the answer could not be stored. */
  onSend: (text: string) => Promise<void>;
};

/** The question of the reviewers and the place for its answer, which is kept from the first letter on. */
export function ReplyForm({ draft, question, onSend }: ReplyFormProps) {
  const { problem, isBusy, press } = useAction();
  const [isMissing, setMissing] = useState(false);
  const [attention, setAttention] = useState(0);
  const { text } = draft.fields.value;
  const send = () => {
    setMissing(text.trim() === '');
    if (text.trim() === '') setAttention(attention + 1);
    else void press(() => onSend(text).then(() => (draft.fields.value.text === text ? draft.discard() : undefined)));
  };
  return (
    <Form onSubmit={send}>
      <Notice tone="caution" title={i18n.t('outbox.question')}>
        <p class="outbox-words" dir="auto">
          {question}
        </p>
      </Notice>
      <Field
        label={i18n.t('outbox.yourReply')}
        hint={i18n.t('outbox.yourReplyHint')}
        value={text}
        problem={
          isMissing ? i18n.t('outbox.replyMissing') : problem ? i18n.t('submission.failed', { problem }) : undefined
        }
        attention={attention}
        lines={4}
        maxLength={MAX_ANSWER_LENGTH}
        onInput={(written) => {
          setMissing(false);
          draft.change({ text: written, question: written && question });
        }}
      />
      <Kept draft={draft} />
      <Actions>
        <Button kind="primary" submits busy={isBusy}>
          {i18n.t(isBusy ? 'report.sending' : 'outbox.sendReply')}
        </Button>
      </Actions>
    </Form>
  );
}
