import { blake2b } from '@noble/hashes/blake2.js';
import { base58 } from '@scure/base';

const PREFIX = new TextEncoder().encode('SS58PRE');
/** The prefix of no network in particular, in which every account has one form. */
const GENERIC = 42;
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 2;

const checksumOf = (body: Uint8Array) =>
  blake2b(Uint8Array.of(...PREFIX, ...body), { dkLen: 64 }).slice(0, CHECKSUM_BYTES);

/**
 * The account of an SS58 address with the generic prefix 42: one key has another spelling on every network.
 * @throws Error for what is no base58
 */
export function genericSs58(text: string): string | null {
  const bytes = base58.decode(text);
  const prefixBytes = (bytes[0] ?? 0) & 0x40 ? 2 : 1;
  if ((bytes[0] ?? 0) > 127 || bytes.length !== prefixBytes + KEY_BYTES + CHECKSUM_BYTES) return null;
  const body = bytes.slice(0, -CHECKSUM_BYTES);
  const checksum = checksumOf(body);
  if (!bytes.slice(-CHECKSUM_BYTES).every((byte, index) => byte === checksum[index])) return null;
  const generic = Uint8Array.of(GENERIC, ...body.slice(prefixBytes));
  return base58.encode(Uint8Array.of(...generic, ...checksumOf(generic)));
}
