import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { standingOf } from '../../reporting/outcome/standing.ts';
import { Button } from '../component/input/button.tsx';
import { Actions, Stack } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { useAction } from '../page/action.ts';
import { useAsk } from '../page/ask.ts';
import { problemsOf } from '../words/problem.ts';
import './result.css';

type SubmissionResultProps = {
  kind: 'report' | 'dispute';
  entry: OutboxEntry;
  onEdit: () => void;
  onClose: () => void;
};

const TONES = {
  sent: 'ok',
  added: 'ok',
  waiting: 'plain',
  refused: 'danger',
  known: 'ok',
  fileFailed: 'caution',
} as const;
const COMMON = { added: 'entry.meaning.added', known: 'submission.known', fileFailed: 'report.fileFailed' } as const;
const TITLES = {
  report: { ...COMMON, sent: 'report.sent', waiting: 'report.waiting', refused: 'report.refused' },
  dispute: { ...COMMON, sent: 'dispute.sent', waiting: 'dispute.waiting', refused: 'dispute.refused' },
} as const;

/** What became of a report or a dispute, and what can be done about it. */
export function SubmissionResult({ kind, entry, onEdit, onClose }: SubmissionResultProps) {
  const { state } = entry;
  const standing = standingOf(entry);
  const isKnown = standing === 'known';
  const outcome = isKnown || standing === 'added' || standing === 'fileFailed' ? standing : state.kind;
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
      {state.kind !== 'refused' && <NotifyOffer />}
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

/** Offers to tell by a notification what becomes of what was sent. Nothing where that is on, or where somebody else decides it. */
function NotifyOffer() {
  const ask = useAsk();
  const [offer, setOffer] = useState<'none' | 'open' | 'taken'>('none');
  const { problem, press } = useAction();
  useEffect(() => {
    // Notifications could reveal a private window to others.
    if (browser.extension.inIncognitoContext) return;
    ask('settingsRead', {}).then(
      ({ notify }) => {
        if (!notify.value && notify.origin !== 'policy') setOffer('open');
      },
      () => undefined,
    );
  }, []);
  const accept = async () => {
    const may = await browser.permissions.request({ permissions: ['notifications'] });
    if (!may) throw new Error(i18n.t('settings.notifyRefused'));
    await ask('settingsWrite', { notify: true });
    setOffer('taken');
  };
  return (
    <div class="notify-offer">
      {offer === 'open' && (
        <>
          <Button onPress={() => void press(accept)}>{i18n.t('submission.tellMe')}</Button>
          <p class="small quiet">{i18n.t('submission.tellMeHint')}</p>
        </>
      )}
      <p class="small quiet" role="status">
        {problem ?? (offer === 'taken' && i18n.t('submission.tellMeOn'))}
      </p>
    </div>
  );
}
