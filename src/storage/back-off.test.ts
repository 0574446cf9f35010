import { expect, test } from 'vitest';
import { retryDelay, waitDelay } from './back-off.ts';

const ALMOST_ONE = 1 - Number.EPSILON;

test('the delay after failures starts at one to two minutes, doubles, and is at most an hour', () => {
  const minutes = (failures: number) => retryDelay(failures, 60_000, 0) / 60_000;
  expect([1, 2, 3, 7, 60, 5_000].map(minutes)).toEqual([1, 2, 4, 60, 60, 60]);
  expect(retryDelay(1, 60_000, ALMOST_ONE)).toBeLessThanOrEqual(120_000);
});

test('the delay grows by another factor where one is given', () => {
  expect([1, 2, 3].map((failures) => retryDelay(failures, 10_000, 0, 6))).toEqual([10_000, 60_000, 360_000]);
});

test('a Retry-After can neither stop clients for years nor make them retry without a delay', () => {
  expect(waitDelay(90_000)).toBe(90_000);
  expect(waitDelay(0)).toBe(5_000);
  expect(waitDelay(10 ** 12)).toBe(86_400_000);
});
