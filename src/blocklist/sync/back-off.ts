const MINUTE_MS = 60_000;
const LONGEST_MS = 60 * MINUTE_MS;
/** A service may ask for rest, but not for ever. */
const LONGEST_WAIT_MS = 24 * 60 * MINUTE_MS;

/**
 * Milliseconds until the next attempt after a number of failures in a row: a minute, doubled by each further failure, up
 * to twice that by chance, so that clients do not come back together; at most an hour.
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 */
export function retryDelay(failures: number, random: number): number {
  return Math.min(2 ** Math.max(0, failures - 1) * MINUTE_MS * (1 + random), LONGEST_MS);
}

/**
 * Milliseconds until the next poll after a success: the service's period, less up to a fifth of it by chance. It is never more, so that
 * what the service publishes is everywhere within one period.
 */
export const pollDelay = (pollSeconds: number, random: number): number => pollSeconds * 1_000 * (0.8 + 0.2 * random);

/** What is honoured of a `Retry-After`, in milliseconds: at most a day. */
export const waitDelay = (retryAfterMs: number): number => Math.min(retryAfterMs, LONGEST_WAIT_MS);
