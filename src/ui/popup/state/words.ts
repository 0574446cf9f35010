import { i18n } from '../../../language/i18n.ts';
import { countInWords, isolated, numberInWords } from '../../../language/locale.ts';
import { BRAND } from '../../../organization/current.ts';
import { allowedByInWords, allowedReasonInWords } from '../../words/allowance.ts';
import { problemInWords } from '../../words/health.ts';
import { scamInWords } from '../../words/scam.ts';
import { untilInWords } from '../../words/time.ts';
import type { Tone } from '../../words/verdict.ts';
import type { PopupState } from './state.ts';

export type StateInWords = { readonly title: string; readonly sentence: string; readonly tone: Tone };

const inWords = (title: string, sentence = '', tone: Tone = 'plain'): StateInWords => ({ title, sentence, tone });

/** What the popup says: the state in a few words, and one sentence on what it means. */
export function stateInWords(state: PopupState, now: number): StateInWords {
  switch (state.kind) {
    case 'loading':
    case 'checking':
      return inWords(i18n.t('verdict.checking'));
    case 'silent':
      return inWords(i18n.t('popup.silent', { brand: BRAND.shortName }), i18n.t('popup.silentHint'), 'caution');
    case 'stopped':
      return stoppedInWords(state);
    case 'paused':
      return pausedInWords(state, now);
    case 'unprotected':
      return unprotectedInWords(state);
    case 'opened':
      return openedInWords(state, now);
    case 'allowed':
      return inWords(allowedByInWords(state.allowed.by), allowedReasonInWords(state.allowed.entry, now));
    case 'none':
      return inWords(i18n.t('verdict.none'), i18n.t('verdict.noneHint'));
    case 'addresses': {
      const counts = [numberInWords(state.blocked), numberInWords(state.found)];
      const some = () => countInWords('popup.state.addresses', state.blocked, counts);
      const title = state.found === 1 ? i18n.t('popup.state.onlyAddress') : some();
      return inWords(title, i18n.t('popup.state.addressesHint'), 'danger');
    }
    case 'official': {
      return inWords(i18n.t('popup.state.official', { name: isolated(state.name) }), '', 'ok');
    }
    case 'lookalike': {
      const { original, brand } = state.lookalike;
      return inWords(i18n.t('verdict.lookalike', { original }), i18n.t('verdict.lookalikeHint', { brand }), 'caution');
    }
    case 'clear': {
      const { found } = state;
      const sentence = found === 0 ? i18n.t('popup.state.clearHint') : countInWords('popup.state.noneListed', found);
      return inWords(i18n.t('verdict.clear'), sentence);
    }
  }
}

function stoppedInWords({ verdict }: Extract<PopupState, { kind: 'stopped' }>): StateInWords {
  if (verdict.kind === 'unconfirmed')
    return inWords(i18n.t('popup.state.likely'), i18n.t('popup.state.likelyHint'), 'caution');
  const { title, consequence } = scamInWords(verdict.scam ?? 'other');
  return inWords(title, consequence, 'danger');
}

function pausedInWords({ pause: { host, until } }: Extract<PopupState, { kind: 'paused' }>, now: number): StateInWords {
  if (host === null)
    return inWords(i18n.t('popup.state.pausedEverywhere'), i18n.t('popup.state.pausedRestart'), 'caution');
  const sentence =
    until === null
      ? i18n.t('popup.state.pausedSite')
      : i18n.t('popup.state.pausedUntil', { time: untilInWords(until, now) });
  return inWords(i18n.t('popup.state.paused'), sentence, 'caution');
}

/** If a part still works, the title names the part that does not. */
function unprotectedInWords({ problem }: Extract<PopupState, { kind: 'unprotected' }>): StateInWords {
  const { what, doing } = problemInWords(problem);
  if (problem.level !== 'unprotected') return inWords(what, doing, 'caution');
  return inWords(i18n.t('popup.state.unprotected'), `${what} ${doing}`, 'danger');
}

function openedInWords({ verdict, allowance }: Extract<PopupState, { kind: 'opened' }>, now: number): StateInWords {
  if (!allowance) return inWords(i18n.t('popup.state.likely'), i18n.t('popup.state.openHint'), 'caution');
  const { scope, expiresAt } = allowance;
  const off =
    scope === 'day' && expiresAt !== undefined
      ? i18n.t('popup.state.openedUntil', { time: untilInWords(expiresAt, now) })
      : i18n.t(scope === 'tab' ? 'popup.state.openedTab' : 'popup.state.openedAlways');
  const { consequence } = scamInWords(verdict.scam ?? 'other');
  return inWords(i18n.t('popup.state.opened'), `${consequence} ${off}`, 'danger');
}
