import { i18n } from '../../../language/i18n.ts';
import { countInWords, isolated, numberInWords } from '../../../language/locale.ts';
import { BRAND } from '../../../organization/current.ts';
import { allowedByInWords, allowedReasonInWords } from '../../words/allowance.ts';
import { problemInWords } from '../../words/health.ts';
import { scamInWords } from '../../words/scam.ts';
import { untilInWords } from '../../words/time.ts';
import { listingInWords, type Tone } from '../../words/verdict.ts';
import type { PopupState } from './state.ts';

export type StateInWords = { readonly title: string; readonly sentence: string; readonly tone: Tone };

/** What the popup says: the state in a few words, and one sentence on what it means. */
export function stateInWords(state: PopupState, now: number): StateInWords {
  switch (state.kind) {
    case 'loading':
    case 'checking':
      return { title: i18n.t('verdict.checking'), sentence: '', tone: 'plain' };
    case 'silent':
      return {
        title: i18n.t('popup.silent', { brand: BRAND.shortName }),
        sentence: i18n.t('popup.silentHint'),
        tone: 'caution',
      };
    case 'stopped':
      return stoppedInWords(state);
    case 'paused':
      return pausedInWords(state, now);
    case 'unprotected':
      return unprotectedInWords(state);
    case 'opened':
      return openedInWords(state, now);
    case 'allowed':
      return {
        title: allowedByInWords(state.allowed.by),
        sentence: allowedReasonInWords(state.allowed.entry, now),
        tone: 'plain',
      };
    case 'none':
      return { title: i18n.t('verdict.none'), sentence: i18n.t('verdict.noneHint'), tone: 'plain' };
    case 'addresses':
      return {
        title:
          state.found === 1
            ? i18n.t('popup.state.onlyAddress')
            : countInWords('popup.state.addresses', state.blocked, [
                numberInWords(state.blocked),
                numberInWords(state.found),
              ]),
        sentence: i18n.t('popup.state.addressesHint'),
        tone: 'danger',
      };
    case 'official':
      return {
        title: i18n.t('popup.state.official', { name: isolated(state.name) }),
        sentence: i18n.t('popup.state.officialHint', { name: isolated(state.name) }),
        tone: 'ok',
      };
    case 'lookalike':
      return {
        title: i18n.t('verdict.lookalike', { original: state.lookalike.original }),
        sentence: i18n.t('verdict.lookalikeHint', { brand: state.lookalike.brand }),
        tone: 'caution',
      };
    case 'clear':
      return {
        title: i18n.t('verdict.clear'),
        sentence:
          state.found === 0 ? i18n.t('popup.state.clearHint') : countInWords('popup.state.noneListed', state.found),
        tone: 'plain',
      };
  }
}

function stoppedInWords({ verdict }: Extract<PopupState, { kind: 'stopped' }>): StateInWords {
  if (verdict.kind === 'unconfirmed')
    return { title: i18n.t('popup.state.likely'), sentence: i18n.t('popup.state.likelyHint'), tone: 'caution' };
  const { title, consequence } = scamInWords(verdict.scam ?? 'other');
  return { title, sentence: consequence, tone: 'danger' };
}

function pausedInWords({ pause: { host, until } }: Extract<PopupState, { kind: 'paused' }>, now: number): StateInWords {
  if (host === null)
    return {
      title: i18n.t('popup.state.pausedEverywhere'),
      sentence: i18n.t('popup.state.pausedRestart'),
      tone: 'caution',
    };
  const sentence =
    until === null
      ? i18n.t('popup.state.pausedSite')
      : i18n.t('popup.state.pausedUntil', { time: untilInWords(until, now) });
  return { title: i18n.t('popup.state.paused'), sentence, tone: 'caution' };
}

/** If a part still works, the title names the part that does not. */
function unprotectedInWords({ problem }: Extract<PopupState, { kind: 'unprotected' }>): StateInWords {
  const { what, doing } = problemInWords(problem);
  if (problem.level !== 'unprotected') return { title: what, sentence: doing, tone: 'caution' };
  return { title: i18n.t('popup.state.unprotected'), sentence: `${what} ${doing}`, tone: 'danger' };
}

function openedInWords({ verdict, allowance }: Extract<PopupState, { kind: 'opened' }>, now: number): StateInWords {
  if (!allowance)
    return { title: i18n.t('popup.state.likely'), sentence: i18n.t('popup.state.openHint'), tone: 'caution' };
  const { scope, expiresAt } = allowance;
  const title =
    scope === 'day' && expiresAt !== undefined
      ? i18n.t('popup.state.openedUntil', { time: untilInWords(expiresAt, now) })
      : i18n.t(scope === 'tab' ? 'popup.state.openedTab' : 'popup.state.openedAlways');
  return { title, sentence: listingInWords(verdict, now), tone: 'caution' };
}
