import * as z from 'zod/mini';

/** How many tokens were left in a bucket, and when (ms since epoch). */
export const rateState = z.object({ left: z.number(), at: z.number() });
export type RateState = z.infer<typeof rateState>;

/** A token bucket: how many it holds, and milliseconds until there is one more. */
export type RateLimit = { readonly capacity: number; readonly refillMs: number };

/** How many tokens are left now. A clock that was set back adds none. */
export function leftOf(held: RateState | undefined, { capacity, refillMs }: RateLimit, now: number): number {
  if (!held) return capacity;
  return Math.min(capacity, held.left + Math.max(0, now - held.at) / refillMs);
}
