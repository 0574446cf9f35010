import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const CHUNK = 16_384;

/**
 * SHA-256 over the prefixes as big-endian uint32, in lower-case hex: the digest of the version document. Synchronous;
 * costs about twenty nanoseconds an entry, so keep it off the path of a navigation.
 */
export function digestOf(sorted: Uint32Array): string {
  const hash = sha256.create();
  const view = new DataView(new ArrayBuffer(CHUNK * 4));
  for (let start = 0; start < sorted.length; start += CHUNK) {
    const count = Math.min(CHUNK, sorted.length - start);
    for (let i = 0; i < count; i++) view.setUint32(i * 4, sorted[start + i]!);
    hash.update(new Uint8Array(view.buffer, 0, count * 4));
  }
  return bytesToHex(hash.digest());
}
