/** Milliseconds between two looks, and for which is looked. */
const POLL_INTERVAL_MS = 40;
const TIMEOUT_MS = 40_000;

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Looks until something is so, and answers what was seen. @throws Error that says what was waited for, and what was seen last */
export async function until<Seen>(
  what: string,
  look: () => Promise<Seen>,
  isSo: (seen: Seen) => boolean,
  looked = TIMEOUT_MS,
): Promise<Seen> {
  const end = Date.now() + looked;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}; seen last: ${JSON.stringify(seen)}`);
    await pause(POLL_INTERVAL_MS);
  }
}
