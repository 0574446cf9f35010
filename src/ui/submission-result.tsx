import { i18n } from '#i18n';
import type { OutboxEntry } from '../reporting/entry.ts';
import { Button } from './component/input/button.tsx';
import { Actions, Stack } from './component/input/form.tsx';
import { Notice } from './component/notice.tsx';
import { ENTRY_TONES, problemsOf } from './words/outbox.ts';

type SubmissionResultProps = {
  kind: 'report' | 'dispute';
  entry: OutboxEntry;
  onEdit: () => void;
  onClose: () => void;
};

const TITLES = {
  report: { sent: 'report.sent', waiting: 'report.waiting', refused: 'report.refused' },
  dispute: { sent: 'dispute.sent', waiting: 'dispute.waiting', refused: 'dispute.refused' },
} as const;

/** What became of a report or a dispute, and what can be done about it. */
export function SubmissionResult({ kind, entry, onEdit, onClose }: SubmissionResultProps) {
  const { state } = entry;
  return (
    <Stack>
      <Notice tone={ENTRY_TONES[state.kind]} title={i18n.t(TITLES[kind][state.kind])}>
        {state.kind === 'sent' && <p>{i18n.t('submission.sentHint', { number: state.reference })}</p>}
        {state.kind === 'waiting' && <p>{i18n.t('submission.waitingHint')}</p>}
        {state.kind === 'waiting' && state.problem && <p>{i18n.t('submission.problem', { problem: state.problem })}</p>}
        {state.kind === 'refused' && problemsOf(entry).map((problem) => <p key={problem}>{problem}</p>)}
      </Notice>
      <Actions>
        {state.kind === 'refused' && (
          <Button kind="primary" focused onPress={onEdit}>
            {i18n.t('submission.edit')}
          </Button>
        )}
        <Button focused={state.kind !== 'refused'} onPress={onClose}>
          {i18n.t('action.close')}
        </Button>
      </Actions>
    </Stack>
  );
}
