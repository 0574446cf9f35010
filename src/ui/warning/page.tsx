import { useEffect, useState } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import { BRAND } from '../../organization/current.ts';
import { Icon } from '../component/icon/icon.tsx';
import { Button } from '../component/input/button.tsx';
import { Progress } from '../component/notice.tsx';
import { problemOf } from '../page/ask.ts';
import { scamInWords } from '../words/scam.ts';
import { Disputed } from './disputed.tsx';
import { Layout } from './layout.tsx';
import { goBack } from './navigation/go-back.ts';
import type { Change, Situation, WarningState } from './state.ts';
import { Stopped } from './stopped.tsx';
import { HostBox } from './target/host-box.tsx';
import type { Target } from './target/target.ts';
import './page.css';

type WarningPageProps = { target: Target; state: WarningState };

/** How often a warning looks whether its target may be opened again, in ms: one in sight, and one in a tab behind, as often as the list is asked for. */
const RECHECK_INTERVAL_MS = 15_000;
const HIDDEN_RECHECK_INTERVAL_MS = 60_000;

/** The page shown instead of a listed site. Its state is requested before it is rendered. */
export function WarningPage({ target, state }: WarningPageProps) {
  const situation = state.situation.value;
  const [announcement, setAnnouncement] = useState('');
  const heading = headingOf(situation, state.change.value);

  useEffect(() => {
    let askedAt = performance.now();
    const again = () => {
      if (state.situation.value.kind === 'checking') return;
      askedAt = performance.now();
      void state.ask();
    };
    const timer = setInterval(() => {
      const pause = document.visibilityState === 'visible' ? RECHECK_INTERVAL_MS : HIDDEN_RECHECK_INTERVAL_MS;
      if (performance.now() - askedAt > pause - RECHECK_INTERVAL_MS / 2) again();
    }, RECHECK_INTERVAL_MS);
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [state]);

  useEffect(() => {
    setAnnouncement(`${heading}: ${target.host}`);
    document.title = titleOf(situation, target.host);
  }, [heading]);

  const onGoBack = () => void goBack(state.wasLoaded);
  /** Another page may have sent the person here: then the way on is not the one that is offered. */
  const isUnasked = situation.kind === 'openable' && situation.reason === 'unasked';
  const back = (
    <Button kind={isUnasked ? 'primary' : 'plain'} focused={isUnasked} onPress={onGoBack}>
      {i18n.t('warning.goBack')}
    </Button>
  );
  return (
    <>
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      {situation.kind === 'stopped' ? (
        <Stopped heading={heading} described={situation} target={target} state={state} onGoBack={onGoBack} />
      ) : situation.kind === 'checking' || situation.kind === 'opening' ? (
        <Layout title={heading} isPending>
          <HostBox target={target} />
          <Progress label={i18n.t('warning.checkingHint')} />
          <div class="warning-actions">{back}</div>
        </Layout>
      ) : (
        <Layout
          tone={situation.kind === 'silent' ? 'caution' : 'plain'}
          icon={<Icon name={situation.kind === 'silent' ? 'clock' : 'note'} large />}
          title={heading}
        >
          <HostBox target={target} />
          {situation.kind === 'silent' ? (
            <p>{problemOf(situation.error)}</p>
          ) : (
            <>
              {situation.dispute && <Disputed entry={situation.dispute} isLifted />}
              <p>{i18n.t(OPENABLE[situation.reason].hint, { brand: BRAND.shortName })}</p>
            </>
          )}
          <div class="warning-actions">
            {isUnasked && back}
            {situation.kind === 'silent' ? (
              <Button kind="primary" focused onPress={() => void state.retry()}>
                {i18n.t('action.retry')}
              </Button>
            ) : (
              <Button kind={isUnasked ? 'plain' : 'primary'} focused={!isUnasked} onPress={() => state.open()}>
                {i18n.t('warning.continue', { host: target.host })}
              </Button>
            )}
            {!isUnasked && back}
          </div>
        </Layout>
      )}
    </>
  );
}

function titleOf({ kind }: Situation, host: string): string {
  if (kind === 'openable') return i18n.t('warning.documentTitleReleased', { host });
  return kind === 'checking' || kind === 'opening'
    ? i18n.t('warning.documentTitleChecking', { host })
    : i18n.t('warning.documentTitle', { host });
}

const OPENABLE = {
  writing: { title: 'warning.released', hint: 'warning.releasedHint' },
  lifted: { title: 'warning.released', hint: 'warning.liftedHint' },
  loops: { title: 'warning.loops', hint: 'warning.loopsHint' },
  unasked: { title: 'warning.unasked', hint: 'warning.unaskedHint' },
  opened: { title: 'warning.opened', hint: 'warning.openedHint' },
} as const;

function headingOf(situation: Situation, change: Change | null): string {
  if (change === 'released') return i18n.t('warning.released');
  if (situation.kind === 'openable') return i18n.t(OPENABLE[situation.reason].title);
  if (situation.kind === 'silent') return i18n.t('warning.silent');
  if (situation.kind !== 'stopped') return i18n.t('warning.checking');
  const { kind, scam = 'other' } = situation.verdict;
  if (kind === 'blocked') return scamInWords(scam).title;
  return i18n.t(kind === 'unknown' ? 'warning.unchecked' : 'warning.unconfirmed');
}
