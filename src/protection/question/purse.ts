import * as z from 'zod/mini';

/** What was left at a moment (ms since epoch). */
export const purse = z.object({ left: z.number(), at: z.number() });
export type Purse = z.infer<typeof purse>;

/** How much a purse holds at most, and milliseconds until there is one more in it. */
export type Allotment = { readonly most: number; readonly every: number };

/** What a purse holds now. A clock that was set back fills none. */
export function leftOf(held: Purse | undefined, { most, every }: Allotment, now: number): number {
  if (!held) return most;
  return Math.min(most, held.left + Math.max(0, now - held.at) / every);
}
