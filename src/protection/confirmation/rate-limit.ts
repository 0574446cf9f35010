import * as z from 'zod/mini';

/** Tokens left in a bucket at a time (ms since epoch). */
export const rateState = z.object({ left: z.number(), at: z.number() });
export type RateState = z.infer<typeof rateState>;

/** A token bucket: its capacity, and milliseconds until one token is added. */
export type RateLimit = { readonly capacity: number; readonly refillMs: number };

/** The tokens left now. Setting the clock back adds none. */
export function leftOf(state: RateState | undefined, { capacity, refillMs }: RateLimit, now: number): number {
  if (!state) return capacity;
  return Math.min(capacity, state.left + Math.max(0, now - state.at) / refillMs);
}
