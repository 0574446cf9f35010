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

/** Characters that are read in one turn. A turn for each short text would take as long as reading it, three times over. */
const MAX_CHARACTERS = 4_096;

/** The piece of work before the next one, of whichever request. */
let last: Promise<void> = Promise.resolve();

/** A turn of the event loop for one piece of work alone: a plain turn is that of all requests which wait for one. */
export function ownTurn(): Promise<void> {
  last = last.then(() => turn());
  return last;
}

/** Characters that were read since the last turn. */
let readCharacters = 0;

/** Works on pieces one by one, with a turn of the event loop before what is long, also among requests. */
export async function inTurn<const T extends readonly unknown[], R>(
  values: T,
  work: (value: T[number]) => R,
): Promise<{ -readonly [Index in keyof T]: R }> {
  const results: R[] = [];
  for (const value of values) {
    readCharacters += typeof value === 'string' ? value.length : MAX_CHARACTERS;
    if (readCharacters >= MAX_CHARACTERS) {
      await ownTurn();
      readCharacters = 0;
    }
    results.push(work(value));
  }
  return results as { -readonly [Index in keyof T]: R };
}
