import { expect, test } from 'vitest';
import { randomPrefixes, uint32Source } from '../../test/fixtures/blocklist/random.ts';
import { applyChanges, encodeChanges } from './changes.ts';
import { digestOf } from './digest.ts';
import { decodeList } from './foreign.ts';
import { ListError } from './list-error.ts';
import { encodePrefixes } from './prefixes.ts';

const ROUNDS = 100_000;
/** Far above what one small artifact takes, even on a busy machine. */
const MOST_MS = 500;

type Artifact = { readonly bytes: Uint8Array; readonly truth: Uint32Array; read(bytes: Uint8Array): Uint32Array };

const base = randomPrefixes(400, 1);
const next = uint32Source(99);
const snapshotOf = (truth: Uint32Array): Artifact => ({
  bytes: encodePrefixes(truth),
  truth,
  read: (bytes) => decodeList(bytes, 'application/octet-stream'),
});
const changesTo = (truth: Uint32Array): Artifact => ({
  bytes: encodeChanges(base, truth),
  truth,
  read: (bytes) => applyChanges(base, bytes),
});
const artifacts: readonly Artifact[] = [
  snapshotOf(new Uint32Array()),
  snapshotOf(Uint32Array.from([7])),
  snapshotOf(base),
  snapshotOf(Uint32Array.from({ length: 300 }, (_, i) => i * 2)),
  changesTo(randomPrefixes(30, 2)),
  changesTo(base.subarray(20)),
];

function mutate(bytes: Uint8Array): Uint8Array {
  const kind = next() % 6;
  if (kind === 0) return bytes.subarray(0, next() % (bytes.length + 1));
  if (kind === 1) return Uint8Array.from([...bytes, ...Array.from({ length: 1 + (next() % 9) }, () => next() & 255)]);
  const copy = bytes.slice();
  const edits = 1 + (next() % 4);
  for (let edit = 0; edit < edits; edit++) {
    const at = next() % (kind === 2 ? Math.min(32, copy.length) : copy.length);
    if (kind === 3) copy[at]! ^= 1 << (next() & 7);
    else if (kind === 4) copy.fill(next() & 1 ? 255 : 0, at, at + (next() % 64));
    else copy[at] = next();
  }
  return copy;
}

test('of a hundred thousand mutated artifacts none hangs, none crashes, none is accepted as the list it is not', () => {
  let slowest = 0;
  let refused = 0;
  let read = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const artifact = artifacts[round % artifacts.length]!;
    const bytes = mutate(artifact.bytes);
    const start = performance.now();
    try {
      const prefixes = artifact.read(bytes);
      read++;
      for (let i = 1; i < prefixes.length; i++)
        if (prefixes[i]! <= prefixes[i - 1]!) throw new Error(`Round ${round}: accepted out of order`);
      const same =
        prefixes.length === artifact.truth.length && prefixes.every((prefix, i) => prefix === artifact.truth[i]);
      if (!same && digestOf(prefixes) === digestOf(artifact.truth))
        throw new Error(`Round ${round}: the digest is blind`);
    } catch (error) {
      if (!(error instanceof ListError)) throw error;
      refused++;
    }
    slowest = Math.max(slowest, performance.now() - start);
  }
  expect(refused).toBeGreaterThan(ROUNDS / 2);
  expect(read).toBeGreaterThan(0);
  expect(slowest).toBeLessThan(MOST_MS);
}, 60_000);
