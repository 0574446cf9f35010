import { i18n } from '#i18n';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { lineOf, numberInWords } from './locale.ts';
import { whenInWords } from './time.ts';
import type { Tone } from './verdict.ts';

type OutboxCounts = {
  readonly sent: number;
  readonly waiting: number;
  readonly refused: number;
  readonly damaged: number;
};

/** How many reports and disputes are where, in one line; only what there is. */
export function countsInWords({ sent, waiting, refused, damaged }: OutboxCounts): string {
  if (sent + waiting + refused + damaged === 0) return i18n.t('popup.nothing');
  return lineOf([
    i18n.t('popup.sent', sent, [numberInWords(sent)]),
    waiting > 0 && i18n.t('popup.waiting', { count: numberInWords(waiting) }),
    refused > 0 && i18n.t('popup.refused', { count: numberInWords(refused) }),
    damaged > 0 && i18n.t('popup.damaged', { count: numberInWords(damaged) }),
  ]);
}

/** What an entry is about: its first content, and how many more there are. */
export function subjectOf({ item }: OutboxEntry): { readonly content: string; readonly more: string | null } {
  if (item.kind === 'dispute') return { content: item.draft.content, more: null };
  const [content = '', ...rest] = item.draft.contents;
  return { content, more: rest.length === 0 ? null : i18n.t('entry.more', rest.length) };
}

export const ENTRY_TONES: Record<OutboxEntry['state']['kind'], Tone> = {
  sent: 'ok',
  waiting: 'plain',
  refused: 'danger',
};

/** Where an entry stands, in one line. */
export function progressInWords({ state, createdAt, attempts, nextAttemptAt }: OutboxEntry, now: number): string {
  if (state.kind === 'sent')
    return lineOf([whenInWords(state.at, now), i18n.t('entry.reference', { number: state.reference })]);
  if (state.kind === 'refused') return whenInWords(state.at, now);
  return lineOf([
    whenInWords(createdAt, now),
    i18n.t('entry.attempts', attempts),
    nextAttemptAt > now && i18n.t('entry.nextTry', { time: whenInWords(nextAttemptAt, now) }),
  ]);
}

/** Why an entry was not taken or not sent yet, in the service's words; empty where nothing went wrong. */
export function problemsOf({ state }: OutboxEntry): readonly string[] {
  if (state.kind === 'sent') return [];
  if (state.kind === 'waiting') return state.problem ? [state.problem] : [];
  return [state.problem, ...state.details.filter((detail) => detail !== state.problem)];
}

/** What the service decided about a dispute, with its reason; null where nothing is decided or there is nothing to decide. */
export function decisionInWords({ state }: OutboxEntry): string | null {
  if (state.kind !== 'sent' || !state.dispute?.status) return null;
  const { status, note } = state.dispute;
  return lineOf([i18n.t(`entry.decision.${status}`), note]);
}
