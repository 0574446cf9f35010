import { DAY, HOUR } from './duration.ts';

const MIN_WAIT_MS = 5_000;
/** Longest wait that a `Retry-After` (RFC 9110 section 10.2.3) can impose. */
export const MAX_WAIT = DAY;

/**
 * Milliseconds until the next attempt after a number of consecutive failures (1 or more): `firstMs`, times `growth` for each
 * further failure, plus up to the same again at random, so that clients do not retry at the same time; at most an hour.
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 */
export function retryDelay(failures: number, firstMs: number, random: number, growth = 2): number {
  return Math.min(firstMs * growth ** Math.min(Math.max(0, failures - 1), 30) * (1 + random), HOUR);
}

/** The honoured part of a `Retry-After`, in milliseconds: at least five seconds, at most a day. */
export const waitDelay = (retryAfterMs: number): number => Math.min(Math.max(retryAfterMs, MIN_WAIT_MS), MAX_WAIT);
