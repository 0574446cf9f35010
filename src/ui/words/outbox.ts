import { i18n } from '../../language/i18n.ts';
import { countInWords, lineOf, numberInWords } from '../../language/locale.ts';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { type Standing, standingOf } from '../../reporting/outcome/standing.ts';
import { whenInWords } from './time.ts';
import type { Tone } from './verdict.ts';

type OutboxCounts = {
  readonly waiting: number;
  readonly refused: number;
  readonly damaged: number;
  readonly news: number;
};

/** What a person should look at first among what they sent: news, then what failed, then what waits; empty where there is nothing. */
export function countsInWords({ waiting, refused, damaged, news }: OutboxCounts): string {
  if (news > 0) return countInWords('popup.news', news);
  if (refused > 0) return countInWords('popup.refused', refused);
  if (damaged > 0) return countInWords('popup.damaged', damaged);
  return waiting > 0 ? countInWords('popup.waiting', waiting) : '';
}

/** What an entry is about: its first content, and how many more there are. */
export function subjectOf({ item }: OutboxEntry): { readonly content: string; readonly more: string | null } {
  if (item.kind === 'dispute') return { content: item.draft.content, more: null };
  const [content = '', ...rest] = item.draft.contents;
  return { content, more: rest.length === 0 ? null : countInWords('entry.more', rest.length) };
}

const GOOD: readonly Standing[] = ['known', 'added', 'read', 'blocked', 'accepted'];

/** The tone of a standing; `caution` asks the person to act. */
export function toneOfStanding(standing: Standing): Tone {
  if (standing === 'refused') return 'danger';
  if (['fileFailed', 'asked', 'lost'].includes(standing)) return 'caution';
  return GOOD.includes(standing) ? 'ok' : 'plain';
}

/** Where an entry stands, in one line. */
export function progressInWords({ state, createdAt, attempts, nextAttemptAt }: OutboxEntry, now: number): string {
  if (state.kind === 'sent')
    return lineOf([whenInWords(state.at, now), i18n.t('entry.reference', { number: state.reference })]);
  if (state.kind === 'refused') return whenInWords(state.at, now);
  return lineOf([
    whenInWords(createdAt, now),
    countInWords('entry.attempts', attempts),
    nextAttemptAt > now && i18n.t('entry.nextTry', { time: whenInWords(nextAttemptAt, now) }),
  ]);
}

/** Where an entry stands, in a word or two. */
export const standingInWords = (entry: OutboxEntry): string => i18n.t(`entry.standing.${standingOf(entry)}`);

/** What it means for the person where an entry stands, and what happens next. */
export const meaningInWords = (entry: OutboxEntry): string =>
  entry.state.kind === 'sent' && entry.state.receipt === undefined
    ? i18n.t('entry.noReceipt')
    : i18n.t(`entry.meaning.${standingOf(entry)}`);

/** That the person reported something, when, and where that stands: a line beside the verdict on it. */
export const receiptInWords = (report: { readonly at: number; readonly standing: Standing }, now: number): string =>
  lineOf([
    i18n.t('popup.state.reported', { time: whenInWords(report.at, now) }),
    i18n.t(`entry.standing.${report.standing}`),
  ]);

/** How many reports led to a block. */
export const tallyInWords = ({ reports, blocked }: { readonly reports: number; readonly blocked: number }): string =>
  countInWords('outbox.tally', reports, [numberInWords(blocked), numberInWords(reports)]);
