import { expect, test } from 'vitest';
import { pollDelay, retryDelay, waitDelay } from './back-off.ts';

const ALMOST_ONE = 1 - Number.EPSILON;

test('polls spread over a tenth more or less of their period, so that a block reaches everyone within 90 seconds', () => {
  expect(pollDelay(60, 0)).toBe(54_000);
  expect(pollDelay(60, 0.5)).toBe(60_000);
  expect(pollDelay(60, ALMOST_ONE)).toBeLessThanOrEqual(66_000);
});

test('the pause after failures begins at one to two minutes, doubles, and ends at an hour', () => {
  expect([1, 2, 3, 7, 60, 5_000].map((failures) => retryDelay(failures, 0) / 60_000)).toEqual([1, 2, 4, 60, 60, 60]);
  expect(retryDelay(1, ALMOST_ONE)).toBeLessThanOrEqual(120_000);
});

test('no service can switch the sync off with a Retry-After of years', () => {
  expect(waitDelay(90_000)).toBe(90_000);
  expect(waitDelay(10 ** 12)).toBe(86_400_000);
});
