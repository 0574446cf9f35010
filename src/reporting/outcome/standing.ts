import type { OutboxEntry, Review } from '../entry.ts';

type State = Review['state'];

const FINAL: readonly State[] = ['BLOCKED', 'NOT_BLOCKED', 'ACCEPTED', 'REJECTED'];

/** Whether the state is final. */
export const isFinal = (state: State): boolean => FINAL.includes(state);

/** Whether the person wants to hear of the state when it is new: a decision, or a question to them. */
export const isNotable = (state: State): boolean =>
  isFinal(state) || state === 'INFORMATION_ASKED' || state === 'MERGED';

/**
 * The state of a report or dispute as its author sees it. `fileFailed`: nothing was sent, because an attached file is no
 * longer on the device or was not accepted. `added`: it adds to what was blocked already, and `read` once a reviewer has read it. `lost`: the service no longer knows its receipt.
 */
export const STANDINGS = [
  'waiting',
  'refused',
  'fileFailed',
  'known',
  'added',
  'read',
  'received',
  'review',
  'asked',
  'answering',
  'blocked',
  'notBlocked',
  'accepted',
  'rejected',
  'merged',
  'lost',
] as const;
export type Standing = (typeof STANDINGS)[number];

const OF_STATE: Readonly<Record<Exclude<State, undefined>, Standing>> = {
  RECEIVED: 'received',
  IN_REVIEW: 'review',
  INFORMATION_ASKED: 'asked',
  BLOCKED: 'blocked',
  NOT_BLOCKED: 'notBlocked',
  MERGED: 'merged',
  ACCEPTED: 'accepted',
  REJECTED: 'rejected',
  UNKNOWN_VALUE: 'received',
};

/** The standing of an entry; `answering`: the answer to a question is written and not sent yet. */
export function standingOf({ state }: Pick<OutboxEntry, 'state'>): Standing {
  if (state.kind === 'refused') {
    if (state.isKnown) return 'known';
    return state.failedFile === undefined ? 'refused' : 'fileFailed';
  }
  if (state.kind !== 'sent') return state.kind;
  const { review, replies = [] } = state;
  if (review?.isGone && !isFinal(review.state)) return 'lost';
  const standing = OF_STATE[review?.state ?? 'RECEIVED'];
  const isAddition = review?.state === undefined ? state.isAddition : review.isAddition;
  if (isAddition && standing === 'received') return 'added';
  if (isAddition && standing === 'blocked') return 'read';
  const isAnswering = replies.some(
    ({ question, state: { kind } }) => kind === 'waiting' && question === review?.question,
  );
  return standing === 'asked' && isAnswering ? 'answering' : standing;
}

/** The entries with an outcome that the person has not seen. */
export const withNews = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
  entries.filter(({ hasNews }) => hasNews === true);

/** How many of the stored reports the service accepted, and how many of these led to a block. */
export function tallyOf(entries: readonly OutboxEntry[]): { readonly reports: number; readonly blocked: number } {
  const sent = entries.filter(({ item, state }) => item.kind === 'report' && state.kind === 'sent');
  return { reports: sent.length, blocked: sent.filter((entry) => standingOf(entry) === 'blocked').length };
}
