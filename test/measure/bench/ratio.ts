import { median } from './row.ts';

/** A ratio that was measured several times, with the bounds between which its mean lies with a probability of 95 %. */
export type Ratio = { readonly median: number; readonly low: number; readonly high: number };

/** 97.5th percentile of the normal distribution. */
const Z = 1.959964;

/**
 * What paired measures say of their ratio: each value of one over the value of the other that was measured beside it. The interval is
 * Student's on the logarithms, because what is twice as fast and what is half as fast are equally far from the same.
 * @throws RangeError for fewer than three pairs
 */
export function ratioOf(pairs: readonly (readonly [value: number, base: number])[]): Ratio {
  if (pairs.length < 3) throw new RangeError('Fewer than three pairs say nothing');
  const ratios = pairs.map(([value, base]) => value / base);
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1);
  const half = studentQuantile(logs.length - 1) * Math.sqrt(variance / logs.length);
  return { median: median(ratios), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}

/** 97.5th percentile of Student's distribution: the expansion of Cornish and Fisher, which errs by 2 % at two degrees and less above. */
function studentQuantile(degrees: number): number {
  const terms = [
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
    (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92_160,
  ];
  return terms.reduce((sum, term, at) => sum + term / degrees ** (at + 1), Z);
}
