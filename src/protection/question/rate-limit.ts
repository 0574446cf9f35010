import * as z from 'zod/mini';

/** How many were left of a rate limit at a moment (ms since epoch). */
export const rateState = z.object({ left: z.number(), at: z.number() });
export type RateState = z.infer<typeof rateState>;

/** A token bucket: how many at once, and milliseconds until there is one more. */
export type RateLimit = { readonly most: number; readonly every: number };

/** How many are left now. A clock that was set back adds none. */
export function leftOf(held: RateState | undefined, { most, every }: RateLimit, now: number): number {
  if (!held) return most;
  return Math.min(most, held.left + Math.max(0, now - held.at) / every);
}
