import { setImmediate as turn } from 'node:timers/promises';

/** The piece of work before the next one, of whichever request. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads texts of the public one by one, with one turn of the event loop for each, also among requests: a hundred contents of the greatest
 * length would keep this thread busy for a second.
 */
export async function inTurn<T, R>(texts: readonly T[], read: (text: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (const text of texts) {
    last = last.then(() => turn());
    await last;
    results.push(read(text));
  }
  return results;
}
