/**
 * One line of the benchmark. Group and name say the same in every run. `p95` has the unit of `value`; `ratio` is `value` over the value
 * of the row named `against` in the same group and run; `detail` is what else was measured for it, in words.
 */
export type Row = {
  readonly group: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly p95?: number;
  readonly detail?: string;
  readonly against?: string;
  readonly ratio?: number;
};

/** Middle value; the mean of the two middle ones where their number is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Value below which `share` (0 to 1) of the values lie, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Median milliseconds of one call over `runs` calls, after one call that is not counted. */
export function medianMs(work: () => unknown, runs = 7): number {
  work();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Median milliseconds of each of several works, done in turn, so that what slows the machine meanwhile slows all of them. */
export function mediansMs<Name extends string>(works: Readonly<Record<Name, () => unknown>>, runs: number) {
  const times = Object.entries<() => unknown>(works).map(([name, work]) => ({ name, work, taken: [] as number[] }));
  for (let run = 0; run <= runs; run += 1) {
    for (const { work, taken } of times) {
      const start = performance.now();
      work();
      if (run > 0) taken.push(performance.now() - start);
    }
  }
  return Object.fromEntries(times.map(({ name, taken }) => [name, median(taken)])) as Record<Name, number>;
}

/** Prints rows as a table, with a line above each group. */
export function printRows(rows: readonly Row[]): void {
  let group = '';
  for (const row of rows) {
    if (row.group !== group) {
      group = row.group;
      console.log(`\n${group}`);
    }
    const p95 = row.p95 === undefined ? '' : `p95 ${numberInWords(row.p95)}`;
    const ratio = row.ratio === undefined ? '' : `${numberInWords(row.ratio)} × ${row.against ?? ''}`;
    const beside = [p95, ratio, row.detail].filter(Boolean).join('  ');
    console.log(`  ${row.name.padEnd(58)} ${numberInWords(row.value).padStart(12)} ${row.unit.padEnd(10)} ${beside}`);
  }
}

/** A number with about three digits. */
export function numberInWords(value: number): string {
  if (value === 0) return '0';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 4;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
