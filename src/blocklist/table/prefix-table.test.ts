import { describe, expect, test } from 'vitest';
import { randomPrefixes, uint32Source } from '../../../test/fixtures/blocklist/random.ts';
import { ListError } from '../codec/list-error.ts';
import { PrefixTable } from './prefix-table.ts';

const LAST = 0xffff_ffff;

describe('lookup agrees with a Set', () => {
  const edges = [
    0,
    1,
    0xfff,
    0x1000,
    0xffff,
    0x1_0000,
    0x1_0001,
    0xf_ffff,
    0x10_0000,
    0x7fff_ffff,
    0x8000_0000,
    LAST - 1,
  ];
  const around = [...edges, LAST].flatMap((value) => [value, (value + 1) >>> 0, (value - 1) >>> 0]);

  test.each([0, 1, 2, 100, 29_999, 30_000, 100_000])('on a million probes of a list of %i', (count) => {
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

  test.each([29, 40_000])('at both ends of every bucket, beside %i entries', (count) => {
    const sorted = Uint32Array.from(new Set([...edges, LAST, ...randomPrefixes(count, 3)])).sort();
    const set = new Set(sorted);
    const table = PrefixTable.from(sorted);
    for (const probe of around) expect(table.has(probe), String(probe)).toBe(set.has(probe));
  });

  test('if every entry is in one bucket', () => {
    const sorted = Uint32Array.from({ length: 40_000 }, (_, i) => 0xabcd_0000 + i);
    const table = PrefixTable.from(sorted);
    expect([table.has(0xabcd_0000), table.has(0xabcd_9c3f)]).toEqual([true, true]);
    expect([table.has(0xabcc_ffff), table.has(0xabcd_9c40), table.has(0xabce_0000)]).toEqual([false, false, false]);
  });

  test('for a prefix written as a signed number', () => {
    for (const count of [10, 40_000]) {
      const sorted = randomPrefixes(count, 5);
      expect(PrefixTable.from(sorted).has(sorted.at(-1)! | 0)).toBe(true);
    }
  });
});

test.each([
  ['unsorted', [2, 1]],
  ['repeated', [5, 5]],
])('refuses %s entries, which lookup would miss', (_, entries) => {
  expect(() => PrefixTable.from(Uint32Array.from(entries))).toThrow(ListError);
});

test('does not change with the array it was made from', () => {
  const sorted = Uint32Array.from([1, 2, 3]);
  const table = PrefixTable.from(sorted);
  sorted.fill(9);
  expect([table.has(1), table.has(9)]).toEqual([true, false]);
});

test('takes at most 4.7 bytes an entry at 100,000 and 2.4 at a million', () => {
  expect(PrefixTable.from(randomPrefixes(100_000, 1)).byteLength / 100_000).toBeLessThanOrEqual(4.7);
  expect(PrefixTable.from(randomPrefixes(1_000_000, 1)).byteLength / 1_000_000).toBeLessThanOrEqual(2.4);
});

describe('a table from storage', () => {
  test.each([0, 1, 500, 30_000])('has the same %i entries', (count) => {
    const sorted = randomPrefixes(count, 11);
    const restored = PrefixTable.restore(structuredClone(PrefixTable.from(sorted).parts));
    expect(restored?.size).toBe(count);
    expect(restored?.prefixes()).toEqual(sorted);
  });

  test('is refused if its sizes are invalid', () => {
    const { index, low } = PrefixTable.from(randomPrefixes(30_000, 11)).parts;
    expect(PrefixTable.restore({ index: index.subarray(1), low })).toBeNull();
    expect(PrefixTable.restore({ index, low: low.subarray(1) })).toBeNull();
    expect(PrefixTable.restore({ index, low: Uint32Array.from(low) })).toBeNull();
  });

  test.each([500, 30_000])('reports a damaged index of %i entries and still answers', (count) => {
    const sorted = randomPrefixes(count, 11);
    const { index, low } = PrefixTable.from(sorted).parts;
    expect(PrefixTable.restore({ index, low })?.isIndexed).toBe(true);
    const taken = index.findIndex((start) => start > 0);
    const empty = index.findIndex((start, slot) => start > 0 && start === index[slot - 1]);
    for (const [slot, start] of [
      [taken, 0],
      [empty, index[empty]! - 1],
      [30, 0xffff_ffff],
      [31, 0x8000_0000],
    ] as const) {
      const table = PrefixTable.restore({ index: index.with(slot, start), low });
      const same = table?.prefixes().every((prefix, i) => prefix === sorted[i]);
      expect(table?.isIndexed && same, `${slot}`).toBe(false);
      for (let upper = 0; upper < 64; upper++) table?.has((upper << 20) | 5);
    }
  });
});
