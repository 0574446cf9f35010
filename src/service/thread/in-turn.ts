import { setImmediate as turn } from 'node:timers/promises';

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
