import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { BRAND } from '../../organization/current.ts';
import type { DraftStore } from '../../reporting/draft.ts';
import type { Ask } from '../ask.ts';
import { Host } from '../component/host.tsx';
import { Button } from '../component/input/button.tsx';
import { Mark } from '../component/mark.tsx';
import { Progress } from '../component/progress.tsx';
import { leave } from './leave.ts';
import type { WarningState } from './state.ts';
import { Stopped } from './stopped.tsx';
import type { Target } from './target.ts';
import './page.css';

type WarningPageProps = { target: Target; state: WarningState; ask: Ask; drafts: DraftStore };

/** How often an open warning looks whether its target may be opened again, in ms. */
const AGAIN_MS = 15_000;

/** The page that stands where a listed site would be. */
export function WarningPage({ target, state, ask, drafts }: WarningPageProps) {
  const situation = state.situation.value;
  const announcement = useSignal('');
  const heading = useComputed(() => headingOf(state));

  useEffect(() => {
    void state.ask();
    const again = () => {
      if (document.visibilityState === 'visible' && state.situation.value.kind !== 'checking') void state.ask();
    };
    const timer = setInterval(again, AGAIN_MS);
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [state]);

  useEffect(() => {
    announcement.value = `${heading.value}: ${target.host}`;
  }, [heading.value]);

  const goBack = () => void leave(target.url, ask);
  return (
    <>
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      {situation.kind === 'stopped' ? (
        <Stopped described={situation} target={target} state={state} ask={ask} drafts={drafts} onLeave={goBack} />
      ) : situation.kind === 'checking' || situation.kind === 'returning' ? (
        <main class="warning warning-checking">
          <Mark />
          <h1 class="warning-heading">{heading}</h1>
          <p class="warning-host">
            <Host host={target.host} large />
          </p>
          <Progress label={i18n.t('warning.checkingHint')} />
          <div class="warning-actions">
            <Button onPress={goBack}>{i18n.t('warning.goBack')}</Button>
          </div>
        </main>
      ) : (
        <main class="warning">
          <Mark />
          <h1 class="warning-heading">{heading}</h1>
          <p class="warning-host">
            <Host host={target.host} large />
          </p>
          {situation.kind === 'silent' ? (
            <Silent problem={situation.problem} onRetry={() => void state.retry()} onLeave={goBack} />
          ) : (
            <>
              <p>{releasedHint(situation.because)}</p>
              <div class="warning-actions">
                <Button kind="primary" focused onPress={() => state.open()}>
                  {i18n.t('warning.continue', { host: target.host })}
                </Button>
                <Button onPress={goBack}>{i18n.t('warning.goBack')}</Button>
              </div>
            </>
          )}
        </main>
      )}
    </>
  );
}

function releasedHint(because: 'writing' | 'loops' | 'unasked'): string {
  if (because === 'unasked') return i18n.t('warning.unaskedHint', { brand: BRAND.shortName });
  return i18n.t(because === 'loops' ? 'warning.loopHint' : 'warning.releasedHint');
}

type SilentProps = { problem: string; onRetry: () => void; onLeave: () => void };

const Silent = ({ problem, onRetry, onLeave }: SilentProps) => (
  <>
    <p>{i18n.t('warning.silentHint', { brand: BRAND.shortName })}</p>
    <div class="warning-actions">
      <Button kind="primary" focused onPress={onRetry}>
        {i18n.t('action.retry')}
      </Button>
      <Button onPress={onLeave}>{i18n.t('warning.goBack')}</Button>
    </div>
    <p class="small quiet">{problem}</p>
  </>
);

function headingOf({ situation }: WarningState): string {
  const { value } = situation;
  if (value.kind === 'stopped')
    return i18n.t(value.verdict.kind === 'blocked' ? 'warning.stopped' : 'warning.unconfirmed');
  if (value.kind === 'silent') return i18n.t('warning.silent');
  if (value.kind === 'released') return i18n.t(value.because === 'unasked' ? 'warning.unasked' : 'warning.released');
  return i18n.t('warning.checking');
}
