import { expect, it } from 'vitest';
import { RateLimiter } from './rate-limit.ts';

it('allows a burst, then requests at the refill rate', () => {
  let now = 0;
  const limiter = new RateLimiter({ perMinute: 60 }, () => now);
  for (let request = 0; request < 60; request += 1) expect(limiter.take('a')).toBe(0);
  expect(limiter.take('a')).toBe(1);
  expect(limiter.take('b')).toBe(0);
  now = 999;
  expect(limiter.take('a')).toBe(1);
  now = 1_000;
  expect(limiter.take('a')).toBe(0);
  expect(limiter.take('a')).toBe(1);
});

it('says how long to wait with a low limit', () => {
  let now = 0;
  const limiter = new RateLimiter({ perMinute: 1 }, () => now);
  expect(limiter.take('a')).toBe(0);
  expect(limiter.take('a')).toBe(60);
  now = 30_000;
  expect(limiter.take('a')).toBe(30);
  now = 60_000;
  expect(limiter.take('a')).toBe(0);
});

it('forgets idle callers, but none that still has to wait', () => {
  const limiter = new RateLimiter({ perMinute: 1 }, () => 0);
  for (let caller = 0; caller < 200_000; caller += 1) limiter.take(`x${caller}`);
  limiter.take('a');
  expect(limiter.take('a')).toBe(60);
});
