import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import type { DraftStore } from '../../reporting/draft.ts';
import { Button } from '../component/input/button.tsx';
import { Field } from '../component/input/field.tsx';
import { Actions, Form } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import type { Submission } from '../submission.ts';
import { SubmissionResult } from '../submission-result.tsx';
import { Contents } from './contents.tsx';
import { ReportInProgress } from './progress.ts';

type ReportFormProps = {
  /** The address of the page to report; null where the person names everything. */
  url: string | null;
  drafts: DraftStore;
  submission: Submission;
  onClose: () => void;
};

/** A report of a scam: written, kept at every letter, sent, and what became of it. */
export function ReportForm({ url, drafts, submission, onClose }: ReportFormProps) {
  const report = useMemo(() => new ReportInProgress(drafts, url), [drafts, url]);
  const pending = useSignal('');
  const wrong = useSignal<'contents' | 'title' | null>(null);
  const [attention, setAttention] = useState(0);
  useEffect(() => {
    void report.restore();
    return () => submission.stop();
  }, [report]);

  /** Whether what still stands in the field for more was taken: as what it names, else as words about what is there already. */
  const taken = (text: string): boolean => {
    if (text === '' || report.add(text)) return true;
    if (report.draft.value.contents.length === 0 || report.additionProblem.value === 'full') return false;
    if (report.additionProblem.value !== 'twice') report.describe(text);
    report.additionProblem.value = null;
    return true;
  };
  const send = () => {
    if (!taken(pending.value.trim())) return setAttention(attention + 1);
    pending.value = '';
    const { value } = report.draft;
    const title = value.title.trim();
    wrong.value = value.contents.length === 0 ? 'contents' : title !== '' && title.length < 3 ? 'title' : null;
    if (wrong.value) setAttention(attention + 1);
    else void submission.report(value);
  };

  const state = submission.state.value;
  if (state.kind === 'stored')
    return (
      <SubmissionResult kind="report" entry={state.entry} onEdit={() => void submission.edit()} onClose={onClose} />
    );
  const { title, description, contactInfo } = report.draft.value;
  return (
    <Form onSubmit={send}>
      <Contents
        report={report}
        pending={pending}
        missing={wrong.value === 'contents'}
        attention={wrong.value === 'title' ? 0 : attention}
      />
      <Field
        label={i18n.t('report.name')}
        optional
        most={255}
        value={title}
        problem={wrong.value === 'title' ? i18n.t('report.nameWrong') : undefined}
        attention={wrong.value === 'title' ? attention : 0}
        onInput={(written) => {
          wrong.value = null;
          report.change({ title: written });
        }}
      />
      <Field
        label={i18n.t('report.description')}
        optional
        lines={4}
        most={10_000}
        value={description}
        onInput={(written) => report.change({ description: written })}
      />
      <Field
        label={i18n.t('report.contact')}
        hint={i18n.t('report.contactHint')}
        optional
        most={1_000}
        value={contactInfo}
        onInput={(written) => report.change({ contactInfo: written })}
      />
      {report.storageProblem.value && (
        <Notice tone="caution" title={i18n.t('submission.draftLost')}>
          {report.storageProblem.value}
        </Notice>
      )}
      {state.kind === 'writing' && state.problem && (
        <Notice tone="danger" title={i18n.t('submission.failed', { problem: state.problem })} />
      )}
      <Actions>
        <Button kind="primary" submits busy={state.kind === 'sending'}>
          {i18n.t(state.kind === 'sending' ? 'report.sending' : 'report.send')}
        </Button>
        <Button onPress={onClose}>{i18n.t('action.cancel')}</Button>
      </Actions>
    </Form>
  );
}
