import { expect, test } from 'vitest';
import { pollDelay } from './sync.ts';

const ALMOST_ONE = 1 - Number.EPSILON;

test('spreads polls over the last fifth of their period, so that a lifted entry reaches nearly everyone within a minute', () => {
  expect(pollDelay(60, 0)).toBe(48_000);
  expect(pollDelay(60, 0.5)).toBe(54_000);
  expect(pollDelay(60, ALMOST_ONE)).toBeLessThanOrEqual(60_000);
  // Publication at a random time, a pace of three seconds and a cache of five, each with a random wait.
  const share = (n: number, parts: number) => (n + 0.5) / parts;
  const waits: number[] = [];
  for (let a = 0; a < 60; a += 1)
    for (let b = 0; b < 20; b += 1)
      for (let c = 0; c < 20; c += 1) {
        const period = pollDelay(60, share(c, 20));
        waits.push(period * share(a, 60) + 800 + 3_000 * share(b, 20) + 5_000 * share((b * 7 + c) % 20, 20));
      }
  waits.sort((one, other) => one - other);
  expect(waits[Math.floor(waits.length * 0.95)]).toBeLessThan(60_000);
});
