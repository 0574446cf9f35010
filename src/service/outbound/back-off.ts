export type BackOff = {
  /** Milliseconds before the second attempt. */
  readonly retryMs: number;
  /** Each further attempt waits so many times as long. */
  readonly growth: number;
};

/**
 * Milliseconds until the next attempt after so many failed ones (1 or more), with a fifth of chance either way, so that what failed
 * together does not come back together.
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 */
export function retryDelay(failed: number, { retryMs, growth }: BackOff, random: number = Math.random()): number {
  return Math.round(retryMs * growth ** (failed - 1) * (0.8 + random * 0.4));
}
