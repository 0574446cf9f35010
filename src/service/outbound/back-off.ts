export type BackOff = {
  /** Before the second attempt. */
  readonly retryMs: number;
  /** Factor by which the pause grows with each further attempt. */
  readonly growth: number;
};

/**
 * Milliseconds until the next attempt after so many failures (1 or more). Random by a fifth either way, so that clients that failed together
 * do not retry together.
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 */
export function retryDelay(failed: number, { retryMs, growth }: BackOff, random: number = Math.random()): number {
  return Math.round(retryMs * growth ** (failed - 1) * (0.8 + random * 0.4));
}
