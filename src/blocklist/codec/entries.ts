import { hashBytes, toHex } from '../../asset/hash.ts';
import { ListError } from './list-error.ts';

/** Maximum number of entries of one list: 64 MiB of prefixes in memory. */
export const MAX_ENTRIES = 2 ** 24;

/** @throws ListError `order` unless every value is larger than the one before */
export function requireIncreasing(values: Uint32Array): void {
  for (let i = 1; i < values.length; i++) {
    if (values[i]! <= values[i - 1]!)
      throw new ListError('order', `Entry ${i} is not larger than the one before: sort the entries, drop duplicates`);
  }
}

/**
 * SHA-256 of the prefixes as big-endian uint32, in lower-case hex: the digest of the version document. Synchronous;
 * takes about 30 ns an entry, so do not call it during a navigation.
 */
export const digestOf = (sorted: Uint32Array): string => toHex(hashBytes(packed(sorted)));

/** The same digest, computed off the caller's thread: only packing the prefixes, a quarter of the cost, blocks it. */
export const digestAside = (sorted: Uint32Array): Promise<string> => digestOfBytes(packed(sorted));

/** SHA-256 of bytes, such as a hot file, in lower-case hex, computed off the caller's thread. */
export const digestOfBytes = async (bytes: Uint8Array): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));

function packed(prefixes: Uint32Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(prefixes.length * 4));
  for (let i = 0; i < prefixes.length; i++) view.setUint32(i * 4, prefixes[i]!);
  return new Uint8Array(view.buffer);
}
