/**
 * Milliseconds until the next poll after a success: the service's period, less up to a fifth of it by chance. It is never more, so that
 * what the service publishes is everywhere within one period.
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 */
export const pollDelay = (pollSeconds: number, random: number): number => pollSeconds * 1_000 * (0.8 + 0.2 * random);
