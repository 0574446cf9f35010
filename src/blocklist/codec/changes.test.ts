import { describe, expect, test } from 'vitest';
import { faultOf } from '../../../test/fixtures/blocklist/fault.ts';
import { randomPrefixes, uint32Source } from '../../../test/fixtures/blocklist/random.ts';
import { PrefixTable } from '../table/prefix-table.ts';
import { applyChanges, encodeChanges } from './changes.ts';
import type { ListFault } from './list-error.ts';

const list = (...entries: number[]) => Uint32Array.from(entries);
/** The list that a client computes from changes. */
const applied = (from: Uint32Array, bytes: Uint8Array) => applyChanges(PrefixTable.from(from), bytes).prefixes();
const union = (...parts: Iterable<number>[]) => Uint32Array.from(new Set(parts.flatMap((part) => [...part]))).sort();
const mutated = (base: Uint32Array, removed: number, added: number, seed: number): Uint32Array => {
  const next = uint32Source(seed);
  const gone = new Set(Array.from({ length: removed }, () => base[next() % base.length]));
  return union(
    base.filter((prefix) => !gone.has(prefix)),
    randomPrefixes(added, seed + 1),
  );
};

describe('changes turn the old list into the new one', () => {
  test.each<[string, Uint32Array, Uint32Array]>([
    ['nothing to do', list(1, 2, 3), list(1, 2, 3)],
    ['from nothing', list(), list(0, 7, 0xffff_ffff)],
    ['to nothing', list(0, 7, 0xffff_ffff), list()],
    ['empty both', list(), list()],
    ['a whole exchange', list(1, 3, 5), list(2, 4, 6)],
    ['an addition where an entry is removed', list(10, 20, 30), list(10, 21, 30)],
    ['additions at both ends', list(5), list(0, 5, 0xffff_ffff)],
    ['removals at both ends', list(0, 5, 0xffff_ffff), list(5)],
    ['additions in one gap', list(1, 100), list(1, 2, 3, 4, 100)],
  ])('%s', (_, from, to) => {
    expect(applied(from, encodeChanges(from, to))).toEqual(to);
  });

  test('random lists and changes of many sizes', () => {
    for (let round = 1; round <= 300; round++) {
      const from = randomPrefixes(round * 3, round);
      const to = mutated(from, round % 40, (round * 7) % 90, round);
      expect(applied(from, encodeChanges(from, to)), String(round)).toEqual(to);
    }
  });

  test('without modifying the old one', () => {
    const from = PrefixTable.from(list(1, 2, 3));
    applyChanges(from, encodeChanges(from.prefixes(), list(4)));
    expect(from).toEqual(PrefixTable.from(list(1, 2, 3)));
  });
});

test('2,000 additions and 1,500 removals of 100,000 take about 7 kB', () => {
  const from = randomPrefixes(100_000, 1);
  expect(encodeChanges(from, mutated(from, 1_500, 2_000, 2)).length).toBeLessThan(7_300);
});

describe('changes that must not be applied', () => {
  const from = randomPrefixes(1_000, 1);
  const to = mutated(from, 20, 30, 2);
  const bytes = encodeChanges(from, to);
  const edited = (edit: (view: DataView) => void) => {
    const copy = bytes.slice();
    edit(new DataView(copy.buffer));
    return copy;
  };

  test('to a list of another size', () => {
    expect(faultOf(() => applied(from.subarray(1), bytes))).toBe('base');
  });

  test('to a list of the same size with other entries', () => {
    expect(faultOf(() => applied(randomPrefixes(1_000, 9), bytes))).toBe('base');
  });

  test('that add an existing entry', () => {
    const present = encodeChanges(list(1, 3), list(1, 2, 3));
    expect(faultOf(() => applied(list(1, 2), present))).toBe('order');
    expect(faultOf(() => applied(list(2, 3), present))).toBe('order');
  });

  test('that remove past the end of the list', () => {
    const late = encodeChanges(list(1, 2, 3), list(1, 2));
    new DataView(late.buffer).setUint32(16, 3);
    expect(faultOf(() => applied(list(1, 2, 3), late))).toBe('overflow');
  });

  test.each<[ListFault, string, (view: DataView) => void]>([
    ['format', 'another magic', (view) => view.setUint8(3, 0x4c)],
    ['version', 'a later format version', (view) => view.setUint8(4, 9)],
    ['base', 'another sum', (view) => view.setUint32(28, view.getUint32(28) ^ 1)],
    ['too-large', 'a count beyond any list', (view) => view.setUint32(20, 0xffff_ffff)],
    ['truncated', 'a count that the bytes cannot hold', (view) => view.setUint32(20, 10_000)],
  ])('%s: %s', (kind, _, edit) => {
    expect(faultOf(() => applied(from, edited(edit)))).toBe(kind);
  });

  test('that are truncated anywhere or have trailing bytes', () => {
    for (let length = 0; length < bytes.length; length++)
      expect(
        faultOf(() => applied(from, bytes.subarray(0, length))),
        String(length),
      ).not.toBe('accepted');
    expect(faultOf(() => applied(from, Uint8Array.from([...bytes, 0])))).toBe('trailing');
  });
});
