import { i18n } from '#i18n';
import { Host } from '../../component/host.tsx';
import { Icon, TONE_ICONS } from '../../component/icon.tsx';
import { ScamIcon } from '../../scam/icon.tsx';
import { hostOf } from '../view.ts';
import type { PopupState } from './state.ts';
import { stateInWords } from './words.ts';
import '../../component/tone.css';
import './state.css';

/** What there is to say about the tab, in its final place also before it is known. */
export function StateView({ state, url }: { state: PopupState; url: string | null }) {
  const { title, sentence, tone } = stateInWords(state, Date.now());
  const host = hostOf(url);
  const scam = state.kind === 'stopped' && state.verdict.kind === 'blocked' ? (state.verdict.scam ?? 'other') : null;
  return (
    <section class={`state tone-${tone}`} aria-busy={state.kind === 'loading'}>
      <span class="state-sign">{scam ? <ScamIcon kind={scam} large /> : <Icon name={TONE_ICONS[tone]} large />}</span>
      <div class="state-words" role="status">
        <h1 class="state-title">{title}</h1>
        {state.kind === 'loading' ? <span class="bone" /> : sentence !== '' && <p class="quiet">{sentence}</p>}
      </div>
      {host !== '' && (
        <p class="state-host">
          <span class="visually-hidden">{i18n.t('popup.state.host')} </span>
          <Host host={host} />
        </p>
      )}
    </section>
  );
}
