import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inTurn, pauses } from './in-turn.ts';

it('answers in order, and lets other requests be answered between two long texts', async () => {
  const events: string[] = [];
  const read = (text: string) => {
    events.push(text.slice(0, 1));
    return text.length;
  };
  const [long, longer, longest] = [4_096, 4_097, 4_098].map((length, index) => 'abc'[index]!.repeat(length));
  const both = Promise.all([inTurn([long!, longer!], read), inTurn([longest!], read)]);
  let isRunning = true;
  const done = both.then((lengths) => {
    isRunning = false;
    return lengths;
  });
  while (isRunning) {
    events.push('turn');
    await turn();
  }
  expect(await done).toEqual([[4_096, 4_097], [4_098]]);
  const between = events
    .slice(events.indexOf('a'))
    .join(' ')
    .split(/\b[abc]\b/);
  expect(between.slice(1, 3).every((gap) => gap.includes('turn'))).toBe(true);
});

it('goes on after a text that cannot be read', async () => {
  const broken = inTurn([{}], () => {
    throw new Error('unreadable');
  });
  await expect(broken).rejects.toThrow('unreadable');
  expect(await inTurn(['b'], (text) => text)).toEqual(['b']);
});

it('lets other work be done in a long loop', async () => {
  let isDone = false;
  setImmediate(() => {
    isDone = true;
  });
  const pause = pauses();
  for (const end = performance.now() + 4_000; !isDone && performance.now() < end; ) await pause();
  expect(isDone).toBe(true);
});
