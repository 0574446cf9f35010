import type { SentState } from '../entry.ts';
import { isFinal } from './standing.ts';

/** Least and most time between two questions about the same report or dispute, in ms. */
export const FIRST_PAUSE_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 12 * 3_600_000;
/** What nothing has happened to for so long, in ms (60 days), is asked about no more, unless the person asks. */
const GIVEN_UP_MS = 60 * 24 * 3_600_000;

/**
 * When a sent report or dispute is asked about next (ms since epoch): the longer nothing has happened, the later, from ten
 * minutes to twelve hours. Null where it is decided, was sent without a receipt, or nothing has happened for 60 days.
 * @param random 0 to 1; up to a fifth is added by chance, so that browsers do not come back together
 */
export function nextQuestionAt(state: SentState, now: number, random: number): number | null {
  if (state.receipt === undefined || state.told?.isGone || isFinal(state.told?.state)) return null;
  const quiet = now - (state.told?.changedAt ?? state.at);
  if (quiet > GIVEN_UP_MS) return null;
  const pause = Math.min(Math.max(quiet / 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
  return now + pause * (1 + random / 5);
}

/** When this is to be asked about (ms since epoch), as it is written down; null where it is not. */
export function askAt(state: SentState): number | null {
  if (state.receipt === undefined) return null;
  return state.told ? state.told.nextAt : state.at + FIRST_PAUSE_MS;
}
