import type { OutboxEntry, Told } from '../entry.ts';

type State = Told['state'];

const FINAL: readonly State[] = ['BLOCKED', 'NOT_BLOCKED', 'ACCEPTED', 'REJECTED'];

/** Whether nothing more becomes of it. */
export const isFinal = (state: State): boolean => FINAL.includes(state);

/** Whether a person wants to hear of it when it is told for the first time: a decision, or a question to them. */
export const isNotable = (state: State): boolean =>
  isFinal(state) || state === 'INFORMATION_ASKED' || state === 'MERGED';

/**
 * Where a report or dispute stands, for the person who wrote it. `fileGone`: nothing was sent, because a file that was to go
 * along is no longer on the device. `lost`: the service does not know its receipt any more.
 */
export const STANDINGS = [
  'waiting',
  'refused',
  'fileGone',
  'known',
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

/** Where an entry stands; `answering`: the answer to a question is written and not sent yet. */
export function standingOf({ state }: Pick<OutboxEntry, 'state'>): Standing {
  if (state.kind === 'refused') {
    if (state.isKnown) return 'known';
    return state.missingFile === undefined ? 'refused' : 'fileGone';
  }
  if (state.kind !== 'sent') return state.kind;
  const { told, replies = [] } = state;
  if (told?.isGone && !isFinal(told.state)) return 'lost';
  const standing = OF_STATE[told?.state ?? 'RECEIVED'];
  const isAnswering = replies.some(
    ({ question, state: { kind } }) => kind === 'waiting' && question === told?.question,
  );
  return standing === 'asked' && isAnswering ? 'answering' : standing;
}

/** The entries of which the person has not seen what became of them. */
export const withNews = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
  entries.filter(({ hasNews }) => hasNews === true);

/** How many of the reports that are kept here were taken by the service, and how many of these led to a block. */
export function tallyOf(entries: readonly OutboxEntry[]): { readonly reports: number; readonly blocked: number } {
  const sent = entries.filter(({ item, state }) => item.kind === 'report' && state.kind === 'sent');
  return { reports: sent.length, blocked: sent.filter((entry) => standingOf(entry) === 'blocked').length };
}
