import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import { numberInWords } from '../../language/locale.ts';
import type { DraftKind } from '../../reporting/draft/draft.ts';
import { Button } from '../component/input/button.tsx';
import { Actions, Form } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import type { Draft } from './draft.ts';
import { Kept } from './kept.tsx';
import { SubmissionResult } from './result.tsx';
import { type ReportingRule, ReportsOff } from './rule.tsx';
import type { Submission } from './submission.ts';

type SubmissionFormProps = {
  kind: 'report' | 'dispute';
  submission: Submission;
  rule: ReportingRule;
  draft: Draft<DraftKind>;
  /** How many things are sent; the button says it where it is more than one. */
  count?: number;
  onSend: () => void;
  onClose: () => void;
  /** What is written. */
  children: ComponentChildren;
};

const SEND = {
  report: { idle: 'report.send', sending: 'report.sending' },
  dispute: { idle: 'dispute.send', sending: 'dispute.sending' },
} as const;

/** A report or a dispute: written, sent, and what became of it. */
export function SubmissionForm(props: SubmissionFormProps) {
  const { kind, submission, rule, draft, count = 1, onSend, onClose, children } = props;
  const state = submission.state.value;
  useEffect(() => {
    if (state.kind === 'stored') draft.sent();
  }, [state.kind]);
  if (state.kind === 'stored')
    return (
      <SubmissionResult
        kind={kind}
        entry={state.entry}
        onEdit={() => void submission.edit(() => draft.keep())}
        onClose={onClose}
      />
    );
  if (!rule.reports) return <ReportsOff rule={rule} />;
  return (
    <Form onSubmit={onSend}>
      {children}
      <Kept draft={draft} onDiscarded={onClose} />
      {state.kind === 'writing' && state.problem && (
        <Notice tone="danger" title={i18n.t('submission.failed', { problem: state.problem })} />
      )}
      {state.kind === 'secret' && <Notice tone="danger" title={i18n.t('report.secret')} />}
      <Actions>
        <Button kind="primary" submits busy={state.kind === 'sending'}>
          {state.kind === 'sending'
            ? i18n.t(SEND[kind].sending)
            : count > 1
              ? i18n.t('report.sendMany', { count: numberInWords(count) })
              : i18n.t(SEND[kind].idle)}
        </Button>
        <Button onPress={onClose}>{i18n.t('action.cancel')}</Button>
      </Actions>
    </Form>
  );
}
