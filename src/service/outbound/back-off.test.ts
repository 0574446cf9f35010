import { expect, test } from 'vitest';
import { retryDelay } from './back-off.ts';

test('retries more and more slowly, at random times', () => {
  const backOff = { retryMs: 1_000, growth: 6 };
  expect([1, 2, 3].map((failed) => retryDelay(failed, backOff, 0.5))).toEqual([1_000, 6_000, 36_000]);
  expect([0, 0.999].map((random) => retryDelay(1, backOff, random))).toEqual([800, 1_200]);
});
