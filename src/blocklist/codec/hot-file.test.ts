import { describe, expect, test } from 'vitest';
import { randomHot, uint32Source } from '../../../test/fixtures/blocklist/random.ts';
import { HotTable } from '../table/hot-table.ts';
import { decodeHot, encodeHot, type HotEntry, hotFileSize, MAX_HOT } from './hot-file.ts';
import { ListError } from './list-error.ts';

const WORDS = { type: 'URL', reason: 'Wallet drainer', source: 'Acme' };
const ENTRIES = randomHot(1_000, 1, WORDS);
const kindOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error instanceof ListError ? error.kind : error;
  }
  return null;
};
const found = (table: HotTable, entries: readonly HotEntry[]) => entries.map(({ hash }) => table.find(hash)?.words);

describe('the hot tier file', () => {
  test.each([0, 1, 2, 3, 1_000, MAX_HOT])('finds each of %i entries unchanged, and no others', (count) => {
    const entries = randomHot(count, count + 1, WORDS);
    const table = new HotTable(encodeHot(entries));
    expect(table.size).toBe(count);
    expect(found(table, entries)).toEqual(entries.map(() => WORDS));
    for (const { hash } of entries) expect(table.find(hash.with(31, hash[31]! ^ 1))).toBeNull();
    expect([table.find(new Uint8Array(32)), table.find(new Uint8Array(32).fill(255))]).toEqual([null, null]);
  });

  test('equals the published file byte for byte', () => {
    const entries = [
      { hash: new Uint8Array(32).fill(1), words: WORDS },
      { hash: new Uint8Array(32).fill(2), words: null },
      { hash: new Uint8Array(32).fill(3), words: { type: 'PAGE' } },
      { hash: new Uint8Array(32).fill(4), words: WORDS },
    ];
    const text = 'URL\tWallet drainer\tAcme\nPAGE\t\t\n';
    const hex = [
      '57504648',
      '01',
      '20',
      '001f',
      '00000004',
      ...['01', '02', '03', '04'].map((byte) => byte.repeat(32)),
    ];
    const expected = `${hex.join('')}01000201${Buffer.from(text).toString('hex')}`;
    expect(Buffer.from(encodeHot(entries)).toString('hex')).toBe(expected);
    expect(found(new HotTable(encodeHot(entries)), entries)).toEqual([WORDS, undefined, { type: 'PAGE' }, WORDS]);
  });

  test('stays within 173 kB by dropping the rarest words', () => {
    const entries = randomHot(MAX_HOT, 3).map((entry, n) => ({
      ...entry,
      words: n % 2 === 0 ? WORDS : { type: 'URL', reason: `Reason ${n} ${'é'.repeat(90)}` },
    }));
    const bytes = encodeHot(entries);
    expect(bytes.length).toBeLessThanOrEqual(hotFileSize(MAX_HOT));
    expect(hotFileSize(MAX_HOT)).toBeLessThan(174_000);
    const words = found(new HotTable(bytes), entries);
    expect(words.filter((each) => each?.reason === 'Wallet drainer')).toHaveLength(MAX_HOT / 2);
    expect(words.filter((each) => each?.reason?.startsWith('Reason')).length).toBeGreaterThan(20);
  });

  test('numbers at most 255 sets of words', () => {
    const entries = randomHot(600, 4).map((entry, n) => ({ ...entry, words: { type: 'URL', reason: `r${n}` } }));
    expect(found(new HotTable(encodeHot(entries)), entries).filter(Boolean)).toHaveLength(255);
  });

  test('keeps words with tabs and line ends on one line', () => {
    const entries = randomHot(1, 5, { type: 'URL', reason: ' a\tb\r\nc\u0000 ', source: '\n' });
    expect(found(new HotTable(encodeHot(entries)), entries)).toEqual([{ type: 'URL', reason: 'a b c' }]);
  });

  test('can be read from the middle of a buffer', () => {
    const bytes = encodeHot(ENTRIES);
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(found(new HotTable(shifted.subarray(3)), ENTRIES.slice(0, 3))).toEqual([WORDS, WORDS, WORDS]);
  });

  const whole = encodeHot(ENTRIES);
  const textAt = whole.length - 'URL\tWallet drainer\tAcme\n'.length;
  test.each<[string, string, Uint8Array]>([
    ['nothing', 'format', new Uint8Array()],
    ['a page', 'format', new TextEncoder().encode('<!doctype html>')],
    ['half a header', 'truncated', whole.subarray(0, 11)],
    ['a later version', 'version', whole.with(4, 2)],
    ['shorter hashes', 'version', whole.with(5, 16)],
    ['words past the limit', 'too-large', whole.with(6, 255)],
    ['a count past the limit', 'too-large', whole.with(8, 255)],
    ['one byte less', 'truncated', whole.subarray(0, whole.length - 1)],
    ['one byte more', 'trailing', Uint8Array.of(...whole, 0)],
    ['unsorted hashes', 'order', whole.with(12, 255)],
    [
      'a hash twice',
      'order',
      Uint8Array.of(...whole.subarray(0, 44), ...whole.subarray(12, 44), ...whole.subarray(76)),
    ],
    ['words that are not there', 'overflow', whole.with(textAt - 1, 2)],
    ['no UTF-8', 'format', whole.with(textAt, 255)],
    ['words without a type', 'format', whole.with(textAt + 3, 'x'.charCodeAt(0)).with(textAt, 9)],
    ['one word too few', 'format', whole.with(textAt + 3, 'x'.charCodeAt(0))],
    ['half a line', 'format', whole.with(whole.length - 1, 'x'.charCodeAt(0))],
  ])('of %s is rejected', (_, kind, bytes) => {
    expect(kindOf(() => decodeHot(bytes))).toBe(kind);
  });

  test('is not made from unsorted or too many entries', () => {
    expect(kindOf(() => encodeHot(ENTRIES.toReversed()))).toBe('order');
    expect(kindOf(() => encodeHot([ENTRIES[0]!, ENTRIES[0]!]))).toBe('order');
    expect(kindOf(() => encodeHot(randomHot(MAX_HOT + 1, 6)))).toBe('too-large');
  });

  test('is rejected with a reason or read as another file when damaged, never with an exception', () => {
    const next = uint32Source(7);
    for (let round = 0; round < 3_000; round++) {
      const bytes = whole.with(next() % whole.length, next() & 255);
      const cut = bytes.subarray(0, next() % 4 === 0 ? next() % bytes.length : bytes.length);
      const kind = kindOf(() => decodeHot(cut));
      expect(kind === null || typeof kind === 'string', String(kind)).toBe(true);
      if (cut.length < whole.length) expect(kind).not.toBeNull();
    }
  });
});

test('a partial hash is not found', () => {
  const table = new HotTable(encodeHot(ENTRIES));
  expect(table.find(ENTRIES[0]!.hash.subarray(0, 16))).toBeNull();
});
