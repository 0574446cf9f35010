import { describe, expect, test } from 'vitest';
import { faultOf } from '../../../test/fixtures/blocklist/fault.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { PrefixTable } from '../table/prefix-table.ts';
import { changedTable } from '../table/table-changes.ts';
import { changesBetween } from './changes.ts';
import { digestOf } from './entries.ts';
import type { ListFault } from './list-error.ts';
import { ByteReader, ByteWriter, decodeUpdate, encodeUpdate, type ListUpdate, type UpdatePart } from './update-file.ts';

const NONE = new Uint32Array();
const BASE = randomPrefixes(500, 1);
const settings = '0badcafe';

function part(from: Uint32Array, to: Uint32Array): UpdatePart {
  const facts = { token: 'r1.5005-ab12cd34ef56ab78', version: 1_763_728_000_123, signature: 'c0'.repeat(64) };
  return { ...facts, count: to.length, sha256: digestOf(to), changes: changesBetween(from, to) };
}
const refusalOf = (bytes: Uint8Array) => faultOf(() => decodeUpdate(bytes));

test.each<[string, ListUpdate]>([
  ['nothing', { kind: 'current', settings }],
  ['the advice to read the version document', { kind: 'whole' }],
  ['an addition', { kind: 'changed', settings, snapshot: null, recent: part(NONE, Uint32Array.of(7)) }],
  ['the last prefix', { kind: 'changed', settings, snapshot: null, recent: part(NONE, Uint32Array.of(0xffff_ffff)) }],
  ['all additions taken back', { kind: 'changed', settings, snapshot: null, recent: part(BASE, NONE) }],
  [
    'another snapshot and no additions',
    { kind: 'changed', settings, snapshot: part(BASE, randomPrefixes(400, 2)), recent: part(NONE, NONE) },
  ],
])('%s is decoded unchanged', (_, update) => {
  expect(decodeUpdate(encodeUpdate(update))).toEqual(update);
});

test('random changes of many sizes give the right list', () => {
  for (let round = 0; round < 200; round++) {
    const [from, to] = [randomPrefixes(round, round + 1), randomPrefixes(round % 7, round + 500)];
    const update = decodeUpdate(
      encodeUpdate({ kind: 'changed', settings, snapshot: part(from, to), recent: part(NONE, from) }),
    );
    if (update.kind !== 'changed') throw new Error(update.kind);
    expect(changedTable(PrefixTable.from(from), update.snapshot!.changes).prefixes()).toEqual(to);
    expect(changedTable(PrefixTable.from(NONE), update.recent.changes).prefixes()).toEqual(from);
  }
});

test('two additions of a minute take 150 bytes, of which 96 are digest and signature', () => {
  const recent = part(BASE.subarray(0, 10), BASE.subarray(0, 12));
  expect(encodeUpdate({ kind: 'changed', settings, snapshot: null, recent }).length).toBeLessThanOrEqual(150);
  expect(encodeUpdate({ kind: 'current', settings }).length).toBe(10);
});

describe('an update is refused', () => {
  const whole = encodeUpdate({ kind: 'changed', settings, snapshot: part(BASE, NONE), recent: part(NONE, BASE) });

  test('truncated anywhere', () => {
    for (let length = 0; length < whole.length; length++)
      expect(refusalOf(whole.subarray(0, length)), String(length)).toMatch(/^(truncated|format|trailing)$/);
  });

  test.each<[string, (bytes: Uint8Array) => void, ListFault]>([
    ['of another format', (bytes) => bytes.set([0x3c]), 'format'],
    ['of a later version', (bytes) => bytes.set([2], 4), 'version'],
    ['of an unknown kind', (bytes) => bytes.set([9], 5), 'version'],
    ['without a token', (bytes) => bytes.set([0], 10), 'format'],
    ['with a token that is none', (bytes) => bytes.set([0x0a], 11), 'format'],
    ['with a version past 53 bits', (bytes) => bytes.set(Array(12).fill(0xff), 35), 'overflow'],
  ])('%s', (_, bend, fault) => {
    const bytes = whole.slice();
    bend(bytes);
    expect(refusalOf(bytes)).toBe(fault);
  });

  test('with trailing bytes', () => {
    for (const update of [whole, encodeUpdate({ kind: 'current', settings }), encodeUpdate({ kind: 'whole' })])
      expect(refusalOf(Uint8Array.from([...update, 0]))).toBe('trailing');
  });
});

test.each([0, 1, 127, 128, 16_383, 16_384, 0xffff_ffff, Number.MAX_SAFE_INTEGER])('%d is read back', (value) => {
  const bytes = new ByteWriter().varint(value).joined();
  const reader = new ByteReader(bytes);
  expect([reader.varint(), reader.left]).toEqual([value, 0]);
});

test.each([-1, 0.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN])('%d is not encoded', (value) => {
  expect(() => new ByteWriter().varint(value)).toThrow(RangeError);
});
