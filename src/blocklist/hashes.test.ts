import { describe, expect, test } from 'vitest';
import { randomHashes, uint32Source } from '../../test/fixtures/blocklist/random.ts';
import { decodeHashes, encodeHashes, HASH_BYTES, HashTable, hashesSize, MAX_HASHES } from './hashes.ts';
import { ListError } from './list-error.ts';

const HASHES = randomHashes(1_000, 1);
const nth = (packed: Uint8Array, n: number) => packed.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES);
const kindOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error instanceof ListError ? error.kind : error;
  }
  return null;
};
const edited = (bytes: Uint8Array, at: number, value: number) => bytes.with(at, value);

describe('the file of full hashes', () => {
  test.each([0, 1, 2, 1_000, MAX_HASHES])('%i hashes come back as they were', (count) => {
    const packed = randomHashes(count, count + 1);
    const bytes = encodeHashes(packed);
    expect(bytes.length).toBe(hashesSize(count));
    expect(decodeHashes(bytes)).toEqual(packed);
  });

  test('has the header that is published', () => {
    const header = Buffer.from(encodeHashes(HASHES).subarray(0, 12)).toString('hex');
    expect(header).toBe('57504648' + '01' + '20' + '0000' + '000003e8');
    expect(hashesSize(MAX_HASHES)).toBeLessThan(161_000);
  });

  test('is read from the middle of a buffer too', () => {
    const shifted = new Uint8Array(3 + hashesSize(1_000));
    shifted.set(encodeHashes(HASHES), 3);
    expect(decodeHashes(shifted.subarray(3))).toEqual(HASHES);
  });

  const whole = encodeHashes(HASHES);
  test.each<[string, string, Uint8Array]>([
    ['nothing', 'format', new Uint8Array()],
    ['a page', 'format', new TextEncoder().encode('<!doctype html>')],
    ['half a header', 'truncated', whole.subarray(0, 11)],
    ['a later version', 'version', edited(whole, 4, 2)],
    ['shorter hashes', 'version', edited(whole, 5, 16)],
    ['a reserved byte', 'version', edited(whole, 7, 1)],
    ['a count past the limit', 'too-large', edited(whole, 8, 255)],
    ['one hash less than it says', 'truncated', whole.subarray(0, whole.length - HASH_BYTES)],
    ['one byte less', 'truncated', whole.subarray(0, whole.length - 1)],
    ['one byte more', 'trailing', Uint8Array.of(...whole, 0)],
    ['unsorted hashes', 'order', edited(whole, 12, 255)],
    [
      'a hash twice',
      'order',
      Uint8Array.of(...whole.subarray(0, 44), ...whole.subarray(12, 44), ...whole.subarray(76)),
    ],
  ])('of %s is rejected', (_, kind, bytes) => {
    expect(kindOf(() => decodeHashes(bytes))).toBe(kind);
  });

  test('is not made of hashes out of order, of half a hash, or of too many', () => {
    expect(kindOf(() => encodeHashes(edited(HASHES, 0, 255)))).toBe('order');
    expect(kindOf(() => encodeHashes(HASHES.subarray(0, 40)))).toBe('truncated');
    expect(kindOf(() => encodeHashes(new Uint8Array((MAX_HASHES + 1) * HASH_BYTES)))).toBe('too-large');
  });

  test('damaged anywhere is rejected, or is not the list it was', () => {
    const next = uint32Source(7);
    for (let round = 0; round < 2_000; round++) {
      const bytes = edited(whole, next() % whole.length, next() & 255);
      if (Buffer.compare(bytes, whole) === 0) continue;
      const cut = bytes.subarray(0, next() % 4 === 0 ? next() % bytes.length : bytes.length);
      const kind = kindOf(() => {
        if (Buffer.compare(decodeHashes(cut), HASHES) === 0)
          throw new Error('A damaged list was taken for the whole one');
      });
      expect(kind === null || typeof kind === 'string').toBe(true);
    }
  });
});

describe('lookup of a full hash', () => {
  test.each([0, 1, 2, 3, 1_000])('finds every one of %i, and none beside', (count) => {
    const packed = randomHashes(count, 5);
    const table = new HashTable(packed);
    expect(table.size).toBe(count);
    for (let n = 0; n < count; n++) {
      expect(table.has(nth(packed, n))).toBe(true);
      const beside = nth(packed, n).slice();
      beside[31]! ^= 1;
      expect(table.has(beside)).toBe(false);
    }
    expect([table.has(new Uint8Array(32)), table.has(new Uint8Array(32).fill(255))]).toEqual([false, false]);
  });

  test('takes a part of a hash for no hash', () => {
    expect(new HashTable(HASHES).has(HASHES.subarray(0, 16))).toBe(false);
  });
});
