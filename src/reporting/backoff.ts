const FIRST_MS = 30_000;
const MOST_MS = 3_600_000;
/** Longest wait that a `Retry-After` can impose: one day. */
export const MOST_IMPOSED_MS = 24 * 3_600_000;
const LEAST_IMPOSED_MS = 5_000;

/**
 * Milliseconds until the next attempt, after `attempts` of them (1 or more): 30 s × 2^(attempts−1) × (1 + random), at
 * most one hour. Where the service named a time (`Retry-After`, in ms), that one holds, between 5 seconds and one day.
 */
export function retryDelay(attempts: number, random: number, retryAfterMs?: number): number {
  if (retryAfterMs !== undefined) return Math.min(Math.max(retryAfterMs, LEAST_IMPOSED_MS), MOST_IMPOSED_MS);
  return Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 30) * (1 + random), MOST_MS);
}
