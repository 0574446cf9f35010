import { describe, expect, test } from 'vitest';
import { faultOf } from '../../../test/fixtures/blocklist/fault.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import type { ListFault } from './list-error.ts';
import { decodePrefixes, encodePrefixes } from './prefixes.ts';

const LAST = 0xffff_ffff;
const coded = encodePrefixes(randomPrefixes(1_000, 1));
const changed = (edit: (view: DataView) => void): Uint8Array => {
  const copy = coded.slice();
  edit(new DataView(copy.buffer));
  return copy;
};

describe('an encoded list is decoded unchanged', () => {
  test.each<[string, number[]]>([
    ['nothing', []],
    ['zero alone', [0]],
    ['the last prefix alone', [LAST]],
    ['the two ends', [0, LAST]],
    ['neighbours at both ends', [0, 1, LAST - 1, LAST]],
    ['16-bit edges', [0xffff, 0x1_0000, 0x1_0001, 0x7fff_ffff, 0x8000_0000]],
    ['a crowd and one far entry', [...Array(500).keys(), LAST]],
    ['one far entry and a crowd', [0, ...Array.from({ length: 500 }, (_, i) => LAST - 499 + i)]],
  ])('%s', (_, entries) => {
    const sorted = Uint32Array.from(entries);
    expect(decodePrefixes(encodePrefixes(sorted))).toEqual(sorted);
  });

  test('random lists of every size up to 200 and of larger ones', () => {
    for (const count of [...Array(200).keys(), 1_023, 10_000, 65_537, 250_000]) {
      const sorted = randomPrefixes(count, 40 + count);
      expect(decodePrefixes(encodePrefixes(sorted)), String(count)).toEqual(sorted);
    }
  });

  test('lists of every density, and therefore with every Rice parameter', () => {
    const parameters = new Set<number>();
    for (let bits = 1; bits <= 32; bits++) {
      const sorted = Uint32Array.from(new Set(randomPrefixes(300, bits).map((value) => value >>> (32 - bits)))).sort();
      const bytes = encodePrefixes(sorted);
      parameters.add(bytes[6]!);
      expect(decodePrefixes(bytes), String(bits)).toEqual(sorted);
    }
    expect(parameters.size).toBeGreaterThan(20);
  });

  test('from the middle of a larger buffer', () => {
    const buffer = new Uint8Array(coded.length + 7);
    buffer.set(coded, 3);
    expect(decodePrefixes(buffer.subarray(3, 3 + coded.length))).toEqual(randomPrefixes(1_000, 1));
  });
});

test.each([100_000, 1_000_000])('%i prefixes take at most 1 % more than their entropy', (count) => {
  let bits = 0;
  for (let i = 0; i < count; i++) bits += Math.log2((2 ** 32 - i) / (count - i));
  expect((encodePrefixes(randomPrefixes(count, 2)).length * 8) / bits).toBeLessThanOrEqual(1.01);
});

test('the format of published lists does not change', () => {
  const bytes = encodePrefixes(Uint32Array.from([1, 3, 8]));
  expect(Buffer.from(bytes).toString('hex')).toBe(`5750464c010401000000000300000001c8`);
});

describe('a damaged list is refused completely', () => {
  test('truncated anywhere', () => {
    for (let length = 0; length < coded.length; length += 1) {
      expect(
        faultOf(() => decodePrefixes(coded.subarray(0, length))),
        String(length),
      ).toMatch(/truncated|format/);
    }
  });

  test.each<[ListFault, string, (view: DataView) => void]>([
    ['format', 'another magic', (view) => view.setUint8(0, 0x3c)],
    ['version', 'a later format version', (view) => view.setUint8(4, 2)],
    ['version', 'wider prefixes', (view) => view.setUint8(5, 8)],
    ['version', 'an impossible Rice parameter', (view) => view.setUint8(6, 32)],
    ['version', 'a set reserved byte', (view) => view.setUint8(7, 1)],
    ['trailing', 'a count that is too low', (view) => view.setUint32(8, 900)],
    ['truncated', 'a count that is too high', (view) => view.setUint32(8, 1_001)],
    ['truncated', 'a count that the bytes cannot hold', (view) => view.setUint32(8, 1_000_000)],
    ['too-large', 'a count beyond any list', (view) => view.setUint32(8, LAST)],
    ['overflow', 'a first prefix from which the gaps run past 2^32', (view) => view.setUint32(12, LAST - 100)],
  ])('%s: %s', (kind, _, edit) => {
    expect(faultOf(() => decodePrefixes(changed(edit)))).toBe(kind);
  });

  test('with trailing bytes (even zeros), or with padding other than zero', () => {
    expect(faultOf(() => decodePrefixes(Uint8Array.from([...coded, 0])))).toBe('trailing');
    const filled = encodePrefixes(Uint32Array.from([1, 3, 8]));
    filled[filled.length - 1]! |= 1;
    expect(faultOf(() => decodePrefixes(filled))).toBe('trailing');
  });

  test('with a run of zeros up to the end', () => {
    const hollow = new Uint8Array(8 * 1024 * 1024);
    hollow.set(coded.subarray(0, 16));
    const start = performance.now();
    expect(faultOf(() => decodePrefixes(hollow))).toBe('truncated');
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test('with a gap whose quotient alone exceeds 2^32', () => {
    const far = new Uint8Array(40);
    far.set(coded.subarray(0, 16));
    const view = new DataView(far.buffer);
    view.setUint8(6, 31);
    view.setUint32(8, 2);
    view.setUint8(30, 1);
    expect(faultOf(() => decodePrefixes(far))).toBe('overflow');
  });
});

test.each([
  ['unsorted', [3, 2]],
  ['repeated', [3, 3]],
])('%s prefixes are not encoded', (_, entries) => {
  expect(faultOf(() => encodePrefixes(Uint32Array.from(entries)))).toBe('order');
});
