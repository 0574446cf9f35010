import { describe, expect, test } from 'vitest';
import { faultOf } from '../../../test/fixtures/blocklist/fault.ts';
import { randomPrefixes, uint32Source } from '../../../test/fixtures/blocklist/random.ts';
import { PrefixTable } from './prefix-table.ts';
import type { Changes } from './table-changes.ts';
import { changedTable } from './table-changes.ts';

const list = (...entries: number[]) => Uint32Array.from(entries);
/** Random changes to a list, and their expected result from a Set and a sort. */
function changesOf(from: Uint32Array, removed: number, added: number, seed: number) {
  const next = uint32Source(seed);
  const removals = new Set<number>();
  while (removals.size < removed) removals.add(next() % from.length);
  const kept = new Set(from.filter((_, place) => !removals.has(place)));
  const additions = new Set<number>();
  while (additions.size < added) {
    // On or next to an entry, or anywhere.
    const addition = from.length > 0 && next() & 1 ? (from[next() % from.length]! + (next() % 3) - 1) >>> 0 : next();
    if (!kept.has(addition)) additions.add(addition);
  }
  const changes = { removals: Uint32Array.from(removals).sort(), additions: Uint32Array.from(additions).sort() };
  return { changes, to: Uint32Array.from([...kept, ...additions]).sort() };
}

describe('a changed table equals a table of the changed list', () => {
  test.each([
    ['is small', 500, 60, 80],
    ['is small, from nothing', 0, 0, 40],
    ['is small, to nothing', 40, 40, 0],
    ['is large', 40_000, 900, 1_100],
    ['is not changed', 500, 0, 0],
  ])('if it %s: %i entries, %i removed, %i added', (_, size, removed, added) => {
    for (let seed = 1; seed <= 3; seed++) {
      const from = randomPrefixes(size, seed);
      const { changes, to } = changesOf(from, removed, added, seed);
      const changed = changedTable(PrefixTable.from(from), changes);
      expect(changed.prefixes()).toEqual(to);
    }
  });

  test('and does not modify the table', () => {
    const from = randomPrefixes(20, 4);
    const table = PrefixTable.from(from.slice());
    changedTable(table, changesOf(from, 10, 10, 1).changes)
      .prefixes()
      .fill(0);
    expect(table.prefixes()).toEqual(from);
  });
});

describe('changes are refused', () => {
  const size = 1_000;
  const from = randomPrefixes(size, 5);
  const table = PrefixTable.from(from);
  const fault = (changes: Partial<Changes>, sum?: number) =>
    faultOf(() => changedTable(table, { removals: list(), additions: list(), ...changes }, sum));

  test('past the end', () => {
    expect(fault({ removals: list(0, size) })).toBe('overflow');
    expect(fault({ removals: list(0, size - 1) })).toBe('accepted');
  });

  test('that make it too large', () => {
    expect(fault({ additions: new Uint32Array(2 ** 24 + 1 - size) })).toBe('too-large');
  });

  test.each([0, 17, size - 1])('that add entry %i, unless it is removed', (place) => {
    const additions = from.subarray(place, place + 1);
    expect(fault({ additions })).toBe('order');
    expect(fault({ removals: Uint32Array.of(place === 0 ? 1 : place - 1), additions })).toBe('order');
    expect(fault({ removals: Uint32Array.of(place), additions })).toBe('accepted');
  });

  test('that remove other entries than their sum says', () => {
    const sum = (from[3]! + from[size - 1]!) >>> 0;
    expect(fault({ removals: list(3, size - 1) }, sum)).toBe('accepted');
    expect(fault({ removals: list(3, size - 2) }, sum)).toBe('base');
    expect(fault({}, 1)).toBe('base');
  });
});
