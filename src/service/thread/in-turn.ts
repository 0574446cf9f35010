import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of one go. Not a number of pieces: each may take many times longer than others. */
const SLICE_MS = 10;

/** For a long loop: a function, called before each piece, that lets the process do other work where the last time is long enough ago. */
export function pauses(): () => Promise<void> | undefined {
  let end = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < end) return undefined;
    return turn().then(() => {
      end = performance.now() + SLICE_MS;
    });
  };
}

/** The piece of work before the next one, of whichever request. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Works on what requests bring one by one, with one turn of the event loop for each, also among requests: a hundred contents of the
 * greatest length would keep this thread busy for a second.
 */
export async function inTurn<const T extends readonly unknown[], R>(
  values: T,
  work: (value: T[number]) => R,
): Promise<{ -readonly [Index in keyof T]: R }> {
  const results: R[] = [];
  for (const value of values) {
    last = last.then(() => turn());
    await last;
    results.push(work(value));
  }
  return results as { -readonly [Index in keyof T]: R };
}
