import { expect, test } from 'vitest';
import { ChangeWatch } from './change-watch.ts';
import { FakeTime } from './frame-time.fixture.ts';

test('a document is read within seconds in a frame that is never idle, in two of a hundred parts of its time', () => {
  const time = new FakeTime();
  let spent = 0;
  let longest = 0;
  let isDone = false;
  function* work(): Generator<void> {
    for (; spent < 100; spent += 0.5) {
      time.at += 0.5;
      yield;
    }
  }
  const parts = {
    time,
    interval: 250,
    isShown: () => true,
    hasChanged: () => !isDone,
    work,
    done: () => (isDone = true),
    isOrphaned: () => false,
  };
  new ChangeWatch<void>(parts, new AbortController()).wake();
  while (time.idle !== null) {
    const before = spent;
    time.runLate();
    longest = Math.max(longest, spent - before);
  }
  expect(isDone).toBe(true);
  expect(longest).toBeLessThanOrEqual(5);
  expect(time.at).toBeLessThan(10_000);
  expect(spent / time.at).toBeLessThan(0.021);
});
