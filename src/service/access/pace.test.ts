import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

const PER_HOUR = 36_000;

describe('those who share a key', () => {
  it('come at once where they are few, then take turns, and are sent away rather than kept waiting for long', () => {
    const pace = new Pace(() => 0);
    const waits = Array.from({ length: 100 }, () => pace.take('build', PER_HOUR));
    expect(waits.slice(0, 5)).toEqual(Array(5).fill(0));
    expect(waits.slice(5, 8)).toEqual([100, 200, 300]);
    expect(waits[54]).toBe(5_000);
    expect(waits.slice(55)).toEqual(Array(45).fill(null));
  });

  it('do not wait for those of another key', () => {
    const pace = new Pace(() => 0);
    for (let turn = 0; turn < 100; turn += 1) pace.take('build', PER_HOUR);
    expect(pace.take('another build', PER_HOUR)).toBe(0);
  });

  it('come at once again after a pause', () => {
    let now = 0;
    const pace = new Pace(() => now);
    for (let turn = 0; turn < 100; turn += 1) pace.take('build', PER_HOUR);
    now = 60_000;
    expect(Array.from({ length: 5 }, () => pace.take('build', PER_HOUR))).toEqual(Array(5).fill(0));
  });
});
