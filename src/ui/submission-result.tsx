import { i18n } from '#i18n';
import type { OutboxEntry } from '../reporting/entry.ts';
import { standingOf } from '../reporting/outcome/standing.ts';
import type { Ask } from './ask.ts';
import { Button } from './component/input/button.tsx';
import { Actions, Stack } from './component/input/form.tsx';
import { Notice } from './component/notice.tsx';
import { NotifyOffer } from './component/notify-offer.tsx';
import { problemsOf } from './words/problem.ts';

type SubmissionResultProps = {
  kind: 'report' | 'dispute';
  entry: OutboxEntry;
  ask: Ask;
  onEdit: () => void;
  onClose: () => void;
};

const TONES = { sent: 'ok', waiting: 'plain', refused: 'danger', known: 'ok', fileGone: 'caution' } as const;
const COMMON = { known: 'submission.known', fileGone: 'report.fileGone' } as const;
const TITLES = {
  report: { ...COMMON, sent: 'report.sent', waiting: 'report.waiting', refused: 'report.refused' },
  dispute: { ...COMMON, sent: 'dispute.sent', waiting: 'dispute.waiting', refused: 'dispute.refused' },
} as const;

/** What became of a report or a dispute, and what can be done about it. */
export function SubmissionResult({ kind, entry, ask, onEdit, onClose }: SubmissionResultProps) {
  const { state } = entry;
  const standing = standingOf(entry);
  const isKnown = standing === 'known';
  const outcome = isKnown || standing === 'fileGone' ? standing : state.kind;
  return (
    <Stack>
      <Notice tone={TONES[outcome]} title={i18n.t(TITLES[kind][outcome])}>
        {isKnown && <p>{i18n.t('submission.knownHint')}</p>}
        {state.kind === 'sent' && <p>{i18n.t('submission.sentHint', { number: state.reference })}</p>}
        {/* Why it waits says what happens next: without a reason that is said here. */}
        {state.kind === 'waiting' && problemsOf(entry).length === 0 && <p>{i18n.t('submission.waitingHint')}</p>}
        {problemsOf(entry).map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </Notice>
      {state.kind !== 'refused' && <NotifyOffer ask={ask} />}
      <Actions>
        {state.kind === 'refused' && !isKnown && (
          <Button kind="primary" focused onPress={onEdit}>
            {i18n.t('submission.edit')}
          </Button>
        )}
        <Button focused={state.kind !== 'refused' || isKnown} onPress={onClose}>
          {i18n.t('action.close')}
        </Button>
      </Actions>
    </Stack>
  );
}
