import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { offeredKinds, REPORTED_KIND_TEXTS, type ScamKind } from '../../api/report/scam-kind.ts';
import { i18n } from '../../language/i18n.ts';
import { BRAND } from '../../organization/current.ts';
import { Button } from '../component/input/button.tsx';
import { Chips } from '../component/input/choice.tsx';
import { Field } from '../component/input/field.tsx';
import { Actions, Form } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import type { Ask } from '../page/ask.ts';
import { SubmissionResult } from '../submission/result.tsx';
import { ReportsOff, useReportingRule } from '../submission/rule.tsx';
import { useSubmission } from '../submission/submission.ts';
import { Contents } from './contents/contents.tsx';
import { Files } from './attachment/files.tsx';
import { ReportInProgress } from './progress.ts';
import type { ReportedPage } from './reported-page.ts';
import '../../asset/address/codec/ens-any-script.ts';

type ReportFormProps = {
  /** The address of the page to report; null where the person names everything. */
  url: string | null;
  /** The active page, of which a picture can be taken; null if there is none. */
  page: Signal<ReportedPage | null>;
  /** What was reported from the menu while the form is open: it is added, then the signal is emptied. */
  given?: Signal<string>;
  /** Whether files can be chosen here: a browser closes a popup as soon as its window of files opens. */
  choosesFiles: boolean;
  ask: Ask;
  onClose: () => void;
};

/** A report of a scam: written, kept at every letter, sent, and what became of it. */
export function ReportForm({ url, page, given, choosesFiles, ask, onClose }: ReportFormProps) {
  const { drafts, submission } = useSubmission(ask);
  const report = useMemo(() => new ReportInProgress(drafts, url, ask), [drafts, url, ask]);
  const rule = useReportingRule(ask).value;
  const unreachable = useSignal(false);
  const [calling, setCalling] = useState(0);
  const pending = useSignal('');
  const missing = useSignal(false);
  const undecided = useSignal(false);
  const [attention, setAttention] = useState(0);
  const [decision, setDecision] = useState(0);
  const isRestored = useSignal(false);
  useEffect(() => {
    void report.restore().then(() => {
      isRestored.value = true;
    });
  }, [report]);
  useEffect(() => {
    if (!given || given.value === '' || !isRestored.value) return;
    report.add(given.value);
    report.additionProblem.value = null;
    given.value = '';
  }, [given?.value, isRestored.value]);

  /** Text left in the "add" field is sent too, without a press on its button. */
  const send = () => {
    const text = pending.value.trim();
    if (text !== '' && !report.add(text) && report.additionProblem.value === 'full') return setAttention(attention + 1);
    pending.value = '';
    report.additionProblem.value = null;
    const { value } = report.draft;
    missing.value = value.contents.length === 0;
    unreachable.value = rule.contact === 'required' && value.contactInfo.trim() === '';
    if (missing.value) setAttention(attention + 1);
    else if (undecided.value) setDecision(decision + 1);
    else if (unreachable.value) setCalling(calling + 1);
    else void submission.report(rule.contact === 'off' ? { ...value, contactInfo: '' } : value);
  };

  const state = submission.state.value;
  if (state.kind === 'stored')
    return (
      <SubmissionResult
        kind="report"
        entry={state.entry}
        ask={ask}
        onEdit={() => void submission.edit()}
        onClose={onClose}
      />
    );
  if (!rule.reports) return <ReportsOff rule={rule} />;
  const { scamKind, description, contactInfo } = report.draft.value;
  return (
    <Form onSubmit={send}>
      <Contents
        report={report}
        ask={ask}
        page={page.value}
        pending={pending}
        missing={missing.value}
        attention={attention}
      />
      <Kind kind={scamKind} onChoose={(chosen) => report.change({ scamKind: chosen })} />
      <Field
        label={i18n.t('report.description')}
        optional
        lines={3}
        maxLength={10_000}
        value={description}
        onInput={(written) => report.change({ description: written })}
      />
      <Files
        report={report}
        drafts={drafts}
        tabId={page.value?.tabId ?? null}
        undecided={undecided}
        attention={decision}
        choosesFiles={choosesFiles}
      />
      {rule.contact !== 'off' && (
        <Field
          label={i18n.t('report.contact')}
          hint={i18n.t('report.contactHint')}
          optional={rule.contact === 'optional'}
          problem={unreachable.value ? i18n.t('report.contactMissing', { name: rule.by }) : undefined}
          attention={unreachable.value ? calling : 0}
          maxLength={1_000}
          value={contactInfo}
          onInput={(written) => {
            unreachable.value = false;
            report.change({ contactInfo: written });
          }}
        />
      )}
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

type KindProps = { kind: ScamKind | ''; onChoose: (kind: ScamKind | '') => void };

/** What kind of scam it is. */
export const Kind = ({ kind, onChoose }: KindProps) => (
  <Chips
    title={i18n.t('report.kind')}
    options={offeredKinds(BRAND.scamKinds).map((value) => ({ value, label: i18n.t(REPORTED_KIND_TEXTS[value]) }))}
    value={kind === 'sanctioned' ? '' : kind}
    onChoose={onChoose}
  />
);
