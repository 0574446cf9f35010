import { applyChanges, changesBetween, encodeChanges } from '../../../src/blocklist/codec/changes.ts';
import { digestOf } from '../../../src/blocklist/codec/entries.ts';
import { decodeList } from '../../../src/blocklist/codec/foreign.ts';
import { decodeHot, encodeHot } from '../../../src/blocklist/codec/hot-file.ts';
import { ListError } from '../../../src/blocklist/codec/list-error.ts';
import { encodePrefixes } from '../../../src/blocklist/codec/prefixes.ts';
import { decodeUpdate, encodeUpdate, type UpdatePart } from '../../../src/blocklist/codec/update-file.ts';
import { PrefixTable } from '../../../src/blocklist/table/prefix-table.ts';
import { changedTable } from '../../../src/blocklist/table/table-changes.ts';
import { randomHot, randomPrefixes, uint32Source } from '../../fixtures/blocklist/random.ts';
import { processorMs } from './processor.ts';

/** A file and how a client reads it. */
type Artifact = {
  readonly bytes: Uint8Array;
  /** @throws ListError for what is refused; Error where the result is out of order, or another list under the digest of the true one */
  read(bytes: Uint8Array): void;
};

/** What a run found. `slowest` is in milliseconds of processor time. */
export type ArtifactFuzz = { readonly refused: number; readonly read: number; readonly slowest: number };

const base = randomPrefixes(400, 1);
/** Of a table with the larger index. */
const wideBase = randomPrefixes(30_100, 5);

function ofPrefixes(bytes: Uint8Array, truth: Uint32Array, read: (bytes: Uint8Array) => Uint32Array): Artifact {
  const digest = digestOf(truth);
  return {
    bytes,
    read(mutated) {
      const prefixes = read(mutated);
      for (let i = 1; i < prefixes.length; i++)
        if (prefixes[i]! <= prefixes[i - 1]!) throw new Error('Accepted out of order');
      const same = prefixes.length === truth.length && prefixes.every((prefix, i) => prefix === truth[i]);
      if (!same && digestOf(prefixes) === digest) throw new Error('The digest is blind');
    },
  };
}

const snapshotOf = (truth: Uint32Array): Artifact =>
  ofPrefixes(encodePrefixes(truth), truth, (bytes) => decodeList(bytes, 'application/octet-stream'));
function changesOf(from: Uint32Array, truth: Uint32Array): Artifact {
  const table = PrefixTable.from(from);
  return ofPrefixes(encodeChanges(from, truth), truth, (bytes) => applyChanges(table, bytes).prefixes());
}

const few = randomPrefixes(40, 3);
const lines = Array.from(few, (prefix) => prefix.toString(16).padStart(8, '0'));
const packed = new Uint8Array(new Uint32Array(few).buffer).map((_, i, all) => all[(i & ~3) + 3 - (i & 3)]!);
const text = (value: string) => new TextEncoder().encode(value);

const facts = { token: 's1.7-0badcafe', version: 1_700_000_000_000, signature: 'ab'.repeat(64) };
function updateOf(from: Uint32Array, to: Uint32Array): Artifact {
  const table = PrefixTable.from(from);
  const partTo = (list: Uint32Array): UpdatePart => ({
    ...facts,
    count: list.length,
    sha256: digestOf(list),
    changes: changesBetween(from, list),
  });
  const update = { settings: '0badcafe', snapshot: partTo(to), recent: partTo(randomPrefixes(30, 2)) };
  return { bytes: encodeUpdate({ kind: 'changed', ...update }), read: (bytes) => readUpdate(bytes, table) };
}

/** What an update leads to is in order, whatever it is; whether it is right, its digest tells. */
function readUpdate(bytes: Uint8Array, table: PrefixTable): void {
  const update = decodeUpdate(bytes);
  if (update.kind !== 'changed') return;
  for (const part of [update.snapshot, update.recent]) {
    if (!part) continue;
    const prefixes = changedTable(table, part.changes).prefixes();
    for (let i = 1; i < prefixes.length; i++)
      if (prefixes[i]! <= prefixes[i - 1]!) throw new Error('Accepted out of order');
  }
}

const ARTIFACTS: readonly Artifact[] = [
  snapshotOf(new Uint32Array()),
  snapshotOf(Uint32Array.from([7])),
  snapshotOf(base),
  snapshotOf(Uint32Array.from({ length: 300 }, (_, i) => i * 2)),
  changesOf(base, randomPrefixes(30, 2)),
  changesOf(base, base.subarray(20)),
  ofPrefixes(packed, few, (bytes) => decodeList(bytes, 'application/octet-stream')),
  ofPrefixes(text(JSON.stringify(lines)), few, (bytes) => decodeList(bytes, 'application/json')),
  ofPrefixes(text(lines.join('\n')), few, (bytes) => decodeList(bytes, 'text/plain')),
  updateOf(base, base.subarray(20)),
  {
    bytes: encodeUpdate({ kind: 'current', settings: '0badcafe' }),
    read: (bytes) => readUpdate(bytes, PrefixTable.from(base)),
  },
  {
    bytes: encodeHot(randomHot(20, 4, { type: 'URL', reason: 'Wallet drainer', source: 'acme' })),
    read: (bytes) => void decodeHot(bytes),
  },
];

/** Slower to read: within the larger index, and over to the smaller one. Each comes once in {@link WIDE_EVERY} files. */
const WIDE_ARTIFACTS: readonly Artifact[] = [
  changesOf(wideBase, wideBase.subarray(60)),
  changesOf(wideBase, wideBase.subarray(150)),
  updateOf(wideBase, wideBase.subarray(60)),
];
const WIDE_EVERY = 50;

/**
 * Reads files that were cut, lengthened, overwritten or bent at random.
 * @throws Error for a crash other than a refusal, or a wrong list that would be accepted, with the round that made it
 */
export function fuzzArtifacts(rounds: number, seed: number): ArtifactFuzz {
  const next = uint32Source(seed);
  const found = { refused: 0, read: 0, slowest: 0 };
  for (let round = 0; round < rounds; round++) {
    const wide = round % WIDE_EVERY < WIDE_ARTIFACTS.length;
    const artifact = wide ? WIDE_ARTIFACTS[round % WIDE_EVERY]! : ARTIFACTS[round % ARTIFACTS.length]!;
    const bytes = mutated(artifact.bytes, next);
    const start = processorMs();
    try {
      artifact.read(bytes);
      found.read++;
    } catch (error) {
      if (!(error instanceof ListError)) throw new Error(`Round ${round} of seed ${seed}`, { cause: error });
      found.refused++;
    }
    found.slowest = Math.max(found.slowest, processorMs() - start);
  }
  return found;
}

function mutated(bytes: Uint8Array, next: () => number): Uint8Array {
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
