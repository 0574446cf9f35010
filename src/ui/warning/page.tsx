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
import type { Situation, WarningState } from './state.ts';
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
  const heading = headingOf(situation);

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
  return (
    <>
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      {situation.kind === 'stopped' ? (
        <Stopped described={situation} target={target} state={state} onGoBack={onGoBack} />
      ) : situation.kind === 'checking' || situation.kind === 'opening' ? (
        <Layout title={heading} isPending>
          <HostBox target={target} />
          <Progress label={i18n.t('warning.checkingHint')} />
          <div class="warning-actions">
            <Button onPress={onGoBack}>{i18n.t('warning.goBack')}</Button>
          </div>
        </Layout>
      ) : (
        <Layout
          tone={situation.kind === 'silent' ? 'caution' : 'plain'}
          icon={<Icon name={situation.kind === 'silent' ? 'clock' : 'note'} large />}
          title={heading}
        >
          <HostBox target={target} />
          {situation.kind === 'silent' ? (
            <Silent problem={problemOf(situation.error)} onRetry={() => void state.retry()} onGoBack={onGoBack} />
          ) : (
            <>
              <p>{openableHint(situation.reason)}</p>
              {situation.dispute && <Disputed entry={situation.dispute} isLifted />}
              <div class="warning-actions">
                <Button kind="primary" focused onPress={() => state.open()}>
                  {i18n.t('warning.continue', { host: target.host })}
                </Button>
                <Button onPress={onGoBack}>{i18n.t('warning.goBack')}</Button>
              </div>
            </>
          )}
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

function openableHint(reason: (Situation & { kind: 'openable' })['reason']): string {
  if (reason === 'unasked') return i18n.t('warning.unaskedHint', { brand: BRAND.shortName });
  if (reason === 'lifted') return i18n.t('warning.liftedHint');
  if (reason === 'opened') return i18n.t('warning.openedHint');
  return i18n.t(reason === 'loops' ? 'warning.loopHint' : 'warning.releasedHint');
}

type SilentProps = { problem: string; onRetry: () => void; onGoBack: () => void };

const Silent = ({ problem, onRetry, onGoBack }: SilentProps) => (
  <>
    <p>{i18n.t('warning.silentHint', { brand: BRAND.shortName })}</p>
    <div class="warning-actions">
      <Button kind="primary" focused onPress={onRetry}>
        {i18n.t('action.retry')}
      </Button>
      <Button onPress={onGoBack}>{i18n.t('warning.goBack')}</Button>
    </div>
    <p class="small quiet">{problem}</p>
  </>
);

function headingOf(situation: Situation): string {
  if (situation.kind === 'stopped')
    return situation.verdict.kind === 'blocked'
      ? scamInWords(situation.verdict.scam ?? 'other').title
      : i18n.t('warning.unconfirmed');
  if (situation.kind === 'silent') return i18n.t('warning.silent');
  if (situation.kind === 'openable') {
    const wasBlocked = situation.reason !== 'unasked' && situation.reason !== 'opened';
    return i18n.t(wasBlocked ? 'warning.released' : 'warning.unasked');
  }
  return i18n.t('warning.checking');
}
