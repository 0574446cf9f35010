import { describe, expect, test } from 'vitest';
import { randomPrefixes, uint32Source } from '../../../test/fixtures/blocklist/random.ts';
import { ListError } from '../codec/list-error.ts';
import { PrefixTable } from './prefix-table.ts';

const LAST = 0xffff_ffff;

describe('lookup agrees with a Set', () => {
  const edges = [0, 1, 0xfff, 0x1000, 0xffff, 0x1_0000, 0x1_0001, 0x7fff_ffff, 0x8000_0000, LAST - 1];
  const around = [...edges, LAST].flatMap((value) => [value, (value + 1) >>> 0, (value - 1) >>> 0]);

  test.each([0, 1, 2, 100, 100_000])('on a million probes of a list of %i', (count) => {
    const sorted = randomPrefixes(count, 1 + count);
    const set = new Set(sorted);
    const table = PrefixTable.from(sorted);
    const next = uint32Source(7);
    let disagreements = 0;
    for (let i = 0; i < 1_000_000; i++) {
      const probe = i % 4 === 0 && count > 0 ? (sorted[next() % count]! + (i % 3) - 1) >>> 0 : next();
      if (table.has(probe) !== set.has(probe)) disagreements++;
    }
    expect(disagreements).toBe(0);
    for (const probe of around) expect(table.has(probe), String(probe)).toBe(set.has(probe));
  });

  test('at both ends of the range', () => {
    const sorted = Uint32Array.from(new Set([...edges, LAST, ...randomPrefixes(29, 3)])).sort();
    const set = new Set(sorted);
    const table = PrefixTable.from(sorted);
    for (const probe of around) expect(table.has(probe), String(probe)).toBe(set.has(probe));
    expect([...table.between(0x1000, 0x1_0001)]).toEqual(
      [...sorted].filter((each) => each >= 0x1000 && each < 0x1_0001),
    );
    expect([...table.between(LAST, 2 ** 32)]).toEqual([LAST]);
  });

  test('for a prefix written as a signed number', () => {
    const sorted = randomPrefixes(10, 5);
    expect(PrefixTable.from(sorted).has(sorted.at(-1)! | 0)).toBe(true);
  });
});

test.each([
  ['unsorted', [2, 1]],
  ['repeated', [5, 5]],
])('refuses %s entries, which lookup would miss', (_, entries) => {
  expect(() => PrefixTable.from(Uint32Array.from(entries))).toThrow(ListError);
});
