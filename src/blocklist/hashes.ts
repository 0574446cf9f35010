import { ListError } from './list-error.ts';

/** The most entries that a hot tier may have: 160 kB. */
export const MAX_HASHES = 5_000;
/** Bytes of a full hash, a SHA-256. */
export const HASH_BYTES = 32;

const MAGIC = 0x5750_4648;
const FORMAT_VERSION = 1;
const HEADER_BYTES = 12;

/** The most bytes that a file with this many hashes takes. */
export const hashesSize = (count: number): number => HEADER_BYTES + count * HASH_BYTES;

/**
 * Codes full hashes. Header of 12 bytes, numbers big-endian: magic `WPFH`, format version (1), bytes of a hash (32), zero
 * (uint16), count. Then the hashes; they do not compress.
 * @param packed strictly increasing hashes, one after the other
 * @throws ListError when they are not
 */
export function encodeHashes(packed: Uint8Array): Uint8Array {
  requireHashes(packed);
  const bytes = new Uint8Array(HEADER_BYTES + packed.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC);
  view.setUint8(4, FORMAT_VERSION);
  view.setUint8(5, HASH_BYTES);
  view.setUint32(8, packed.length / HASH_BYTES);
  bytes.set(packed, HEADER_BYTES);
  return bytes;
}

/** Reads what `encodeHashes` wrote: all of the hashes, packed, or none. @throws ListError */
export function decodeHashes(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0) !== MAGIC)
    throw new ListError('format', 'These bytes are not a list of full hashes');
  if (bytes.length < HEADER_BYTES) throw new ListError('truncated', 'The hashes end inside their header');
  if (view.getUint8(4) !== FORMAT_VERSION || view.getUint8(5) !== HASH_BYTES || view.getUint16(6) !== 0)
    throw new ListError('version', 'This format of full hashes is not known here: update the extension');
  const count = view.getUint32(8);
  if (count > MAX_HASHES) throw new ListError('too-large', 'There are more full hashes than a hot tier may have');
  if (bytes.length < hashesSize(count)) throw new ListError('truncated', 'The hashes end before the last one');
  if (bytes.length > hashesSize(count)) throw new ListError('trailing', 'Bytes follow the last hash');
  const packed = bytes.slice(HEADER_BYTES);
  requireHashes(packed);
  return packed;
}

/** Which of two hashes comes first: negative, zero or positive, as `Array.sort` wants it. */
function compare(packed: Uint8Array, at: number, hash: Uint8Array, hashAt: number): number {
  for (let i = 0; i < HASH_BYTES; i++) {
    const difference = packed[at + i]! - hash[hashAt + i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

function requireHashes(packed: Uint8Array): void {
  if (packed.length % HASH_BYTES !== 0) throw new ListError('truncated', 'The last hash is not whole');
  if (packed.length > MAX_HASHES * HASH_BYTES)
    throw new ListError('too-large', 'There are more full hashes than a hot tier may have');
  for (let at = HASH_BYTES; at < packed.length; at += HASH_BYTES)
    if (compare(packed, at - HASH_BYTES, packed, at) >= 0)
      throw new ListError('order', 'The full hashes are unsorted, or one is there twice');
}

/** Full hashes for lookup: binary search, at most 13 comparisons. Asked only behind a hit of the prefix table. */
export class HashTable {
  /** Strictly increasing hashes, one after the other. */
  readonly packed: Uint8Array;

  /** Takes them as they are: hashes out of order are not found, others are. */
  constructor(packed: Uint8Array) {
    this.packed = packed;
  }

  get size(): number {
    return Math.floor(this.packed.length / HASH_BYTES);
  }

  has(hash: Uint8Array): boolean {
    if (hash.length !== HASH_BYTES) return false;
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = compare(this.packed, middle * HASH_BYTES, hash, 0);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return false;
  }
}
