import { describe, expect, it } from 'vitest';
import { ratioOf } from './ratio.ts';

describe('the ratio of paired measures', () => {
  it('lies around what it is, as far as the pairs differ', () => {
    const same = ratioOf([
      [2, 2],
      [3, 3],
      [5, 5],
    ]);
    expect(same).toEqual({ median: 1, low: 1, high: 1 });
    const apart = ratioOf([0.9, 1, 1.1, 1, 0.95, 1.05].map((value) => [value, 1]));
    expect(apart.median).toBe(1);
    // Of the logarithms: mean -0.0021, deviation 0.0710, Student’s quantile at five degrees 2.5706.
    expect(apart.low).toBeCloseTo(0.9263, 3);
    expect(apart.high).toBeCloseTo(1.075, 3);
  });

  it('needs three pairs, and has a wide interval with few', () => {
    expect(() =>
      ratioOf([
        [1, 1],
        [1, 1],
      ]),
    ).toThrow(RangeError);
    const few = ratioOf([0.9, 1, 1.1].map((value) => [value, 1]));
    // Student’s quantile at two degrees is 4.303.
    expect(few.high / few.low).toBeGreaterThan(1.6);
  });
});
