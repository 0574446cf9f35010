import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canonicalPrefixes,
  canonicalUrl,
  prefixOfExpression,
  recognizeUrl,
  urlExpressions,
} from '../../src/asset/index.ts';
import { applyChanges, changesBetween, encodeChanges } from '../../src/blocklist/codec/changes.ts';
import { digestOf } from '../../src/blocklist/codec/entries.ts';
import { decodeList } from '../../src/blocklist/codec/foreign.ts';
import { decodeHot, encodeHot } from '../../src/blocklist/codec/hot-file.ts';
import { ListError } from '../../src/blocklist/codec/list-error.ts';
import { encodePrefixes } from '../../src/blocklist/codec/prefixes.ts';
import { decodeUpdate, encodeUpdate, type UpdatePart } from '../../src/blocklist/codec/update-file.ts';
import { PrefixTable } from '../../src/blocklist/table/prefix-table.ts';
import { type Changes, changedTable } from '../../src/blocklist/table/table-changes.ts';
import { randomHot, randomPrefixes } from '../fixtures/blocklist/random.ts';

/** Every night takes other inputs; a failure prints its seed and its smallest input. */

/** A file, and how a client reads it: it throws a ListError for what it refuses, and any other error for what is a fault. */
type Artifact = { readonly bytes: Uint8Array; read(bytes: Uint8Array): void };

function requireOrder(prefixes: Uint32Array): void {
  for (let i = 1; i < prefixes.length; i++)
    if (prefixes[i]! <= prefixes[i - 1]!) throw new Error('Accepted out of order');
}
const isSame = (one: Uint32Array, other: Uint32Array) => Buffer.compare(bytesOf(one), bytesOf(other)) === 0;
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array) => new Uint8Array(buffer, byteOffset, byteLength);

function ofPrefixes(bytes: Uint8Array, truth: Uint32Array, decode: (bytes: Uint8Array) => Uint32Array): Artifact {
  const digest = digestOf(truth);
  return {
    bytes,
    read(changed) {
      const prefixes = decode(changed);
      requireOrder(prefixes);
      if (!isSame(prefixes, truth) && digestOf(prefixes) === digest) throw new Error('Another list has the digest');
    },
  };
}
const listOf = (truth: Uint32Array): Artifact =>
  ofPrefixes(encodePrefixes(truth), truth, (bytes) => decodeList(bytes, 'application/octet-stream'));
function changesOf(from: Uint32Array, truth: Uint32Array): Artifact {
  const table = PrefixTable.from(from);
  return ofPrefixes(encodeChanges(from, truth), truth, (bytes) => applyChanges(table, bytes).prefixes());
}
const readUpdate = (table: PrefixTable) => (bytes: Uint8Array) => {
  const update = decodeUpdate(bytes);
  if (update.kind !== 'changed') return;
  for (const part of [update.snapshot, update.recent])
    if (part) requireOrder(changedTable(table, part.changes).prefixes());
};
function updateOf(from: Uint32Array, to: Uint32Array): Artifact {
  const facts = { token: 's1.7-0badcafe', version: 1_700_000_000_000, signature: 'ab'.repeat(64) };
  const partTo = (list: Uint32Array): UpdatePart => ({
    ...facts,
    count: list.length,
    sha256: digestOf(list),
    changes: changesBetween(from, list),
  });
  const update = { settings: '0badcafe', snapshot: partTo(to), recent: partTo(randomPrefixes(30, 2)) };
  return { bytes: encodeUpdate({ kind: 'changed', ...update }), read: readUpdate(PrefixTable.from(from)) };
}

const base = randomPrefixes(400, 1);
/** Of a table with the larger index. */
const wide = randomPrefixes(30_100, 5);
const few = randomPrefixes(40, 3);
const lines = Array.from(few, (prefix) => prefix.toString(16).padStart(8, '0'));
const ARTIFACTS: Readonly<Record<string, Artifact>> = {
  'empty snapshot': listOf(new Uint32Array()),
  'snapshot of one': listOf(Uint32Array.from([7])),
  snapshot: listOf(base),
  'even snapshot': listOf(Uint32Array.from({ length: 300 }, (_, i) => i * 2)),
  'changes to another list': changesOf(base, randomPrefixes(30, 2)),
  removals: changesOf(base, base.subarray(20)),
  'foreign bytes': ofPrefixes(Buffer.from(lines.join(''), 'hex'), few, (bytes) =>
    decodeList(bytes, 'application/octet-stream'),
  ),
  'foreign JSON': ofPrefixes(Buffer.from(JSON.stringify(lines)), few, (bytes) => decodeList(bytes, 'application/json')),
  'foreign lines': ofPrefixes(Buffer.from(lines.join('\n')), few, (bytes) => decodeList(bytes, 'text/plain')),
  update: updateOf(base, base.subarray(20)),
  'update of nothing': {
    bytes: encodeUpdate({ kind: 'current', settings: '0badcafe' }),
    read: readUpdate(PrefixTable.from(base)),
  },
  'hot entries': {
    bytes: encodeHot(randomHot(20, 4, { type: 'URL', reason: 'Wallet drainer', source: 'acme' })),
    read: (bytes) => void decodeHot(bytes),
  },
};
/** Slower to read: within the larger index, and over to the smaller one. */
const WIDE_ARTIFACTS: typeof ARTIFACTS = {
  'wide removals': changesOf(wide, wide.subarray(60)),
  'removals to the smaller index': changesOf(wide, wide.subarray(150)),
  'wide update': updateOf(wide, wide.subarray(60)),
};

/** A file that was cut, lengthened, overwritten, or bent by some bits; often near its beginning. */
function damaged({ bytes }: Artifact): fc.Arbitrary<Uint8Array> {
  const last = Math.max(0, bytes.length - 1);
  const edit = fc.record({
    at: fc.oneof(fc.nat(Math.min(31, last)), fc.nat(last)),
    length: fc.oneof(fc.constant(1), fc.nat(64)),
    byte: fc.oneof(fc.nat(255), fc.constantFrom(0, 255)),
    isMixed: fc.boolean(),
  });
  return fc.oneof(
    fc.nat(bytes.length).map((length) => bytes.subarray(0, length)),
    fc.uint8Array({ minLength: 1, maxLength: 9 }).map((more) => Uint8Array.from([...bytes, ...more])),
    fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) => {
      const copy = Uint8Array.from(bytes);
      for (const { at, length, byte, isMixed } of edits)
        for (let n = at; n < Math.min(copy.length, at + length); n++) copy[n] = isMixed ? copy[n]! ^ byte : byte;
      return copy;
    }),
  );
}

test.each([
  [ARTIFACTS, 50_000],
  [WIDE_ARTIFACTS, 2_000],
])(
  'no damaged file crashes, hangs or is accepted as another list',
  (artifacts, numRuns) => {
    const found = { refused: 0, read: 0 };
    const input = fc
      .constantFrom(...Object.keys(artifacts))
      .chain((name) => fc.tuple(fc.constant(name), damaged(artifacts[name]!)));
    const property = fc.property(input, ([name, bytes]) => {
      try {
        artifacts[name]!.read(bytes);
        found.read++;
      } catch (error) {
        if (!(error instanceof ListError)) throw error;
        found.refused++;
      }
    });
    fc.assert(property, { numRuns });
    expect(found.refused).toBeGreaterThan(numRuns / 4);
    expect(found.read).toBeGreaterThan(0);
  },
  120_000,
);

/** A stored list, changes to it, and the list that they lead to. */
type Case = { readonly from: Uint32Array; readonly changes: Changes; readonly truth: Uint32Array };

function caseOf(from: Uint32Array, to: readonly number[]): Case {
  const truth = Uint32Array.from(new Set(to)).sort();
  return { from, changes: changesBetween(from, truth), truth };
}
function spread(size: number, removed: number, added: number): Case {
  const from = randomPrefixes(size, size);
  return caseOf(from, [...from.subarray(removed), ...randomPrefixes(added, 8)]);
}
/** All changes are near each other. */
function crowded(size: number, removed: number): Case {
  const from = Uint32Array.from({ length: size }, (_, i) => 0xabcd_0000 + i * 3);
  return caseOf(from, [...from.subarray(removed), ...from.subarray(0, removed).map((entry) => entry + 1)]);
}
const CASES: Readonly<Record<string, Case>> = { spread: spread(400, 20, 30), crowded: crowded(300, 40) };
const uint32 = fc.nat(0xffff_ffff);
const bend = fc.record({
  place: fc.constantFrom('removed', 'entry'),
  at: uint32,
  by: fc.oneof(uint32, fc.constantFrom(-1, 1)),
});

test('changes to a damaged list end, and lead to another list or are refused, unless only what goes was damaged', () => {
  const found = { refused: 0, differing: 0, right: 0 };
  const input = fc.tuple(fc.constantFrom(...Object.keys(CASES)), fc.array(bend, { minLength: 1, maxLength: 3 }));
  const property = fc.property(input, ([name, bends]) => {
    const { from, changes, truth } = CASES[name]!;
    const damaged = from.slice();
    for (const { place, at, by } of bends) {
      const index = place === 'removed' ? changes.removals[at % changes.removals.length]! : at % damaged.length;
      damaged[index] = damaged[index]! + by;
    }
    try {
      const changed = changedTable(PrefixTable.from(damaged), changes);
      if (isSame(changed.prefixes(), truth)) found.right++;
      else found.differing++;
    } catch (error) {
      if (!(error instanceof ListError)) throw error;
      found.refused++;
    }
  });
  fc.assert(property, { numRuns: 2_000 });
  for (const count of Object.values(found)) expect(count).toBeGreaterThan(20);
}, 120_000);

const PIECES = (
  'http:// https:// HTTP:// ftp:// // / \\ . .. /./ /../ a B xn-- xn--bcher-kva ü ß 。 evil.example www. co.uk 1 0x7f 017 ' +
  '127.0.0.1 4294967295 [::1] [::ffff:1.2.3.4] [ ] : :80 :99999 @ user:pass@ ? # = & ; % %2 %25 %2525 %2e %2F %3F %00 ' +
  '%C3%BC %ff %u0041 + ~ | ^ { } < > " \' ` t.me/ twitter.com/ youtube.com/watch?v= id=5 utm_id=1 fbclid index.php drive.google.com /u/ s3.amazonaws.com/ .s3-website-us-east-1.amazonaws.com graph.org 0x000000000000000000000000000000000000dead'
).split(' ');
const CONTROLS = ['\t', '\n', '\r', '\0', ' ', '\u00ad', '\u200d', '\u202e', '\ud800', '😀', 'é'];

test('every address has at most one form, which is stable, and expressions and prefixes of its own', () => {
  const scheme = fc.constantFrom('', 'http://', 'https://');
  const piece = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...PIECES) },
    fc.constantFrom(...CONTROLS),
    fc.nat(0xffff).map((code) => String.fromCharCode(code)),
  );
  let read = 0;
  const property = fc.property(scheme, fc.array(piece, { maxLength: 14 }), (start, pieces) => {
    const url = start + pieces.join('');
    const [canonical, expressions] = [canonicalUrl(url), urlExpressions(url)];
    recognizeUrl(url);
    if (canonical === null) {
      expect(expressions).toEqual([]);
      return;
    }
    read++;
    expect(canonicalUrl(`http://${canonical}`)).toBe(canonical);
    expect(canonical).toMatch(/^[!-~]+$/);
    expect(expressions.length).toBeGreaterThan(0);
    expect(expressions.length).toBeLessThanOrEqual(30);
    expect(new Set(expressions).size).toBe(expressions.length);
    expect(canonicalPrefixes(canonical)).toEqual(expressions.map(prefixOfExpression));
  });
  fc.assert(property, { numRuns: 20_000 });
  expect(read).toBeGreaterThan(5_000);
}, 120_000);
