import type { PrefixTable } from '../table/prefix-table.ts';
import type { Changes } from '../table/table-changes.ts';
import { changedTable } from '../table/table-changes.ts';
import { requireIncreasing } from './entries.ts';
import { ListError } from './list-error.ts';
import { requireFormat } from './prefixes.ts';
import { decodeRun, encodeRun } from './rice.ts';

const MAGIC = 0x5750_4643;
const FORMAT_VERSION = 1;
const PREFIX_WIDTH = 4;
const HEADER_BYTES = 32;

/** Encodes the difference between two lists (WPFC, README). @throws ListError if a list is not strictly increasing */
export function encodeChanges(from: Uint32Array, to: Uint32Array): Uint8Array {
  const { removals, additions } = changesBetween(from, to);
  const [removed, added] = [encodeRun(removals), encodeRun(additions)];
  const bytes = new Uint8Array(HEADER_BYTES + removed.bytes.length + added.bytes.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC);
  view.setUint8(4, FORMAT_VERSION);
  view.setUint8(5, PREFIX_WIDTH);
  view.setUint8(6, removed.parameter);
  view.setUint8(7, added.parameter);
  view.setUint32(8, from.length);
  view.setUint32(12, removals.length);
  view.setUint32(16, removals[0] ?? 0);
  view.setUint32(20, additions.length);
  view.setUint32(24, additions[0] ?? 0);
  view.setUint32(28, sumAt(from, removals));
  bytes.set(removed.bytes, HEADER_BYTES);
  bytes.set(added.bytes, HEADER_BYTES + removed.bytes.length);
  return bytes;
}

/**
 * Applies changes to the list they were made for: removals first, then additions. Does not modify `base`. The sum of
 * the removed entries detects most wrong bases; the caller must verify the digest of the result.
 * @throws ListError `base` for another list, `order` for an addition that already exists, and as `decodePrefixes` does
 */
export function applyChanges(base: PrefixTable, bytes: Uint8Array): PrefixTable {
  const { baseCount, removedSum, ...changes } = decodeChanges(bytes);
  if (base.size !== baseCount) throw new ListError('base', 'The changes belong to a list of another size');
  return changedTable(base, changes, removedSum);
}

/**
 * Reads the output of `encodeChanges`, with the fields that identify the base.
 * @throws ListError
 */
export function decodeChanges(
  bytes: Uint8Array,
): Changes & { readonly baseCount: number; readonly removedSum: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0) !== MAGIC)
    throw new ListError('format', 'These bytes are not changes to a prefix list');
  if (bytes.length < HEADER_BYTES) throw new ListError('truncated', 'The changes end inside their header');
  requireFormat(view, FORMAT_VERSION);
  const body = bytes.subarray(HEADER_BYTES);
  const removed = decodeRun(body, {
    parameter: view.getUint8(6),
    count: view.getUint32(12),
    first: view.getUint32(16),
  });
  const added = decodeRun(body.subarray(removed.used), {
    parameter: view.getUint8(7),
    count: view.getUint32(20),
    first: view.getUint32(24),
  });
  if (removed.used + added.used !== body.length) throw new ListError('trailing', 'Bytes follow the last change');
  return {
    removals: removed.values,
    additions: added.values,
    baseCount: view.getUint32(8),
    removedSum: view.getUint32(28),
  };
}

/**
 * Indices of the entries of `from` that are missing in `to`, and the entries of `to` that are missing in `from`.
 * @throws ListError `order`
 */
export function changesBetween(from: Uint32Array, to: Uint32Array): Changes {
  requireIncreasing(from);
  requireIncreasing(to);
  const removals: number[] = [];
  const additions: number[] = [];
  let f = 0;
  let t = 0;
  while (f < from.length || t < to.length) {
    if (t === to.length || (f < from.length && from[f]! < to[t]!)) removals.push(f++);
    else if (f === from.length || to[t]! < from[f]!) additions.push(to[t++]!);
    else {
      f++;
      t++;
    }
  }
  return { removals: Uint32Array.from(removals), additions: Uint32Array.from(additions) };
}

function sumAt(list: Uint32Array, indices: Uint32Array): number {
  let sum = 0;
  for (const index of indices) sum = (sum + list[index]!) >>> 0;
  return sum;
}
