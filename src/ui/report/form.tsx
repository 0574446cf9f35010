import type { Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { offeredKinds, REPORTED_KIND_TEXTS } from '../../api/report/scam-kind.ts';
import { i18n } from '../../language/i18n.ts';
import { BRAND } from '../../organization/current.ts';
import type { DraftStore } from '../../reporting/draft/draft.ts';
import { Chips } from '../component/input/choice.tsx';
import { Field } from '../component/input/field.tsx';
import { Stack } from '../component/input/form.tsx';
import { useAsk } from '../page/ask.ts';
import { useDraft } from '../submission/draft.ts';
import { SubmissionForm } from '../submission/form.tsx';
import { useReportingRule } from '../submission/rule.tsx';
import { type Submission, useSubmission } from '../submission/submission.ts';
import { Files, isForPicture } from './attachment/files.tsx';
import type { ReportedPage } from './beside.tsx';
import { Contents } from './contents/contents.tsx';
import { ReportInProgress } from './progress.ts';
import '../../asset/address/codec/ens-any-script.ts';

type ReportFormProps = {
  /** The address of the page to report; null where the person names everything. */
  url: string | null;
  /** The active page, of which a picture can be taken; null if there is none. */
  page: ReportedPage | null;
  /** What was reported from the menu while the form is open: it is added, then the signal is emptied. */
  given?: Signal<string>;
  /** What was reported from the menu after this report was sent begins another one. */
  onAnother?: () => void;
  onClose: () => void;
};

/** A report of a scam, kept at every letter. Nothing is shown until its draft was read. */
export function ReportForm(props: ReportFormProps) {
  const ask = useAsk();
  const { drafts, submission } = useSubmission();
  const report = useDraft(() => new ReportInProgress(drafts, props.url, ask));
  return report && <OpenedReport {...props} report={report} drafts={drafts} submission={submission} />;
}

type OpenedReportProps = Omit<ReportFormProps, 'url'> & {
  report: ReportInProgress;
  drafts: DraftStore;
  submission: Submission;
};

function OpenedReport(props: OpenedReportProps) {
  const { report, drafts, submission, page, given, onAnother, onClose } = props;
  const rule = useReportingRule();
  const [isUnreachable, setUnreachable] = useState(false);
  const [calling, setCalling] = useState(0);
  const { pending = '' } = report.fields.value;
  const setPending = (written: string) => report.change({ pending: written });
  const [isMissing, setMissing] = useState(false);
  const [isUndecided, setUndecided] = useState(false);
  const [attention, setAttention] = useState(0);
  const [decision, setDecision] = useState(0);
  /** Null until the person opens or closes the details. */
  const [isDetailed, setDetailed] = useState<boolean | null>(null);
  const progress = submission.state.value.kind;
  useEffect(() => {
    if (!given || given.value === '' || progress === 'sending') return;
    if (progress === 'stored') return onAnother?.();
    report.add(given.value);
    report.additionProblem.value = null;
    given.value = '';
  }, [given?.value, progress]);

  /** Text left in the "add" field is sent too, without a press on its button. */
  const send = () => {
    const text = pending.trim();
    if (text !== '' && !report.add(text) && report.additionProblem.value === 'full') return setAttention(attention + 1);
    if (pending !== '') setPending('');
    report.additionProblem.value = null;
    // The draft ends with what is sent where the two are the same, so it is kept before.
    if (rule.contact === 'off' && report.fields.value.contactInfo !== '') report.change({ contactInfo: '' });
    const { value } = report.fields;
    const lacksContents = value.contents.length === 0;
    const lacksContact = rule.contact === 'required' && value.contactInfo.trim() === '';
    setMissing(lacksContents);
    setUnreachable(lacksContact);
    if (isUndecided || lacksContact) setDetailed(true);
    if (lacksContents) setAttention(attention + 1);
    else if (isUndecided) setDecision(decision + 1);
    else if (lacksContact) setCalling(calling + 1);
    else void report.keep().then(() => submission.report(report.fields.value));
  };

  const { contents, mentions, scamKind, description, contactInfo, files } = report.fields.value;
  // Of what is listed already, details are all that is new.
  const areExpected = report.listed.value.size > 0 || rule.contact === 'required' || isForPicture();
  const areWritten = description !== '' || contactInfo !== '' || files.length > 0;
  return (
    <SubmissionForm
      kind="report"
      submission={submission}
      rule={rule}
      draft={report}
      count={contents.length + mentions.length}
      onSend={send}
      onClose={onClose}
    >
      <Contents
        report={report}
        page={page}
        pending={pending}
        onPending={setPending}
        isMissing={isMissing}
        attention={attention}
      />
      <Chips
        title={i18n.t('report.kind')}
        options={offeredKinds(BRAND.scamKinds).map((value) => ({ value, label: i18n.t(REPORTED_KIND_TEXTS[value]) }))}
        value={scamKind === 'sanctioned' ? '' : scamKind}
        onChoose={(chosen) => report.change({ scamKind: chosen })}
      />
      <details
        open={isDetailed ?? (areExpected || areWritten)}
        onToggle={({ currentTarget }) => setDetailed(currentTarget.open)}
      >
        <summary>{i18n.t('report.details')}</summary>
        <Stack>
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
            page={page}
            isUndecided={isUndecided}
            onUndecided={setUndecided}
            attention={decision}
          />
          {rule.contact !== 'off' && (
            <Field
              label={i18n.t('report.contact')}
              hint={i18n.t('report.contactHint')}
              optional={rule.contact === 'optional'}
              problem={isUnreachable ? i18n.t('report.contactMissing', { name: rule.by }) : undefined}
              attention={isUnreachable ? calling : 0}
              maxLength={1_000}
              value={contactInfo}
              onInput={(written) => {
                setUnreachable(false);
                report.change({ contactInfo: written });
              }}
            />
          )}
        </Stack>
      </details>
    </SubmissionForm>
  );
}
