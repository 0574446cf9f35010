import { ListError } from './list-error.ts';

/** The most entries that a hot tier may have. */
export const MAX_HOT = 5_000;
/** Bytes of a full hash, a SHA-256. */
export const HASH_BYTES = 32;

/** What a person is told about an entry; as in an answer of the service to a confirmation. */
export type HotWords = { readonly type: string; readonly reason?: string; readonly source?: string };
export type HotEntry = { readonly hash: Uint8Array; readonly words: HotWords | null };

/**
 * Where a hash is among strictly increasing ones that lie one after the other; -1 where it is not. Binary search, at most
 * 13 comparisons.
 */
export function indexOfHash(hashes: Uint8Array, hash: Uint8Array): number {
  if (hash.length !== HASH_BYTES) return -1;
  let low = 0;
  let high = hashes.length / HASH_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compare(hashes, middle * HASH_BYTES, hash, 0);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -1;
}

/** @throws ListError `order` unless the hashes, one after the other, are strictly increasing */
export function requireIncreasingHashes(hashes: Uint8Array): void {
  for (let at = HASH_BYTES; at < hashes.length; at += HASH_BYTES)
    if (compare(hashes, at - HASH_BYTES, hashes, at) >= 0)
      throw new ListError('order', 'The entries of the hot tier are unsorted, or one is there twice');
}

/** Which of two hashes comes first: negative, zero or positive. */
function compare(one: Uint8Array, at: number, other: Uint8Array, otherAt: number): number {
  for (let i = 0; i < HASH_BYTES; i++) {
    const difference = one[at + i]! - other[otherAt + i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
