import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58xmr, base58xrp, createBase58check } from '@scure/base';

/** Base58Check (BIP-13): version and payload with a double SHA-256 checksum. */
export const base58check = createBase58check(sha256);

/** Bytes of the public key hash in an address. */
const HASH_BYTES = 20;

/**
 * Accepts Base58Check (BIP-13): one of these versions, 20 bytes, and a double SHA-256 checksum. Returns the text
 * unchanged.
 * @param versions one byte each, or two bytes for values of 256 and above
 * @throws Error for invalid base58 or a wrong checksum
 */
export function checkedBase58(text: string, versions: readonly number[]): string | null {
  const bytes = base58check.decode(text);
  const version = bytes.slice(0, bytes.length - HASH_BYTES).reduce((value, byte) => value * 256 + byte, 0);
  const isSized = bytes.length === HASH_BYTES + (version > 0xff ? 2 : 1);
  return isSized && versions.includes(version) ? text : null;
}

/**
 * Returns the text if it is base58 of exactly `size` bytes, else null. There is no checksum.
 * @throws Error for invalid base58
 */
export const plainBase58 = (text: string, size: number): string | null =>
  base58.decode(text).length === size ? text : null;

/** What stands before the checksum of this size at the end; null if it is not the beginning of the hash. */
function checkedBody(bytes: Uint8Array, size: number, hash: (body: Uint8Array) => Uint8Array): Uint8Array | null {
  const body = bytes.slice(0, -size);
  const checksum = hash(body);
  return bytes.slice(-size).every((byte, index) => byte === checksum[index]) ? body : null;
}

const XRP_CHECKSUM = 4;
const doubleSha256 = (bytes: Uint8Array) => sha256(sha256(bytes));
const checkedXrp = (text: string) => checkedBody(base58xrp.decode(text), XRP_CHECKSUM, doubleSha256);

/**
 * Accepts a classic XRP Ledger address: version 0 and 20 bytes in the Ledger's own base58 alphabet.
 * @throws Error for invalid base58
 */
export function classicXrp(text: string): string | null {
  const payload = checkedXrp(text);
  return payload?.length === HASH_BYTES + 1 && payload[0] === 0 ? text : null;
}

const X_ADDRESS_BYTES = 31;

/**
 * Converts an X-address of the main network (XLS-5) to its classic address. The destination tag is dropped, because
 * both forms name the same account.
 * @throws Error for invalid base58
 */
export function classicOfXAddress(text: string): string | null {
  const payload = checkedXrp(text);
  const isMainNetwork = payload?.length === X_ADDRESS_BYTES && payload[0] === 0x05 && payload[1] === 0x44;
  if (!isMainNetwork || payload[22]! > 1) return null;
  const account = Uint8Array.of(0, ...payload.slice(2, 22));
  return base58xrp.encode(Uint8Array.of(...account, ...doubleSha256(account).slice(0, XRP_CHECKSUM)));
}

/**
 * Payload bytes between network byte and checksum, by network byte: standard, integrated, subaddress (main network).
 */
const SIZES: Readonly<Record<number, number>> = { 18: 64, 19: 72, 42: 64 };

/**
 * Returns the text if it is a Monero address of the main network with a correct Keccak-256 checksum, else null.
 * @throws Error for invalid Monero base58
 */
export function monero(text: string): string | null {
  const body = checkedBody(base58xmr.decode(text), 4, keccak_256);
  return body !== null && SIZES[body[0] ?? 0] === body.length - 1 ? text : null;
}

const PREFIX = new TextEncoder().encode('SS58PRE');
/** Prefix of generic Substrate addresses, used as the canonical form of every account. */
const GENERIC = 42;
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 2;

const checksumOf = (body: Uint8Array) =>
  blake2b(Uint8Array.of(...PREFIX, ...body), { dkLen: 64 }).slice(0, CHECKSUM_BYTES);

/**
 * Converts an SS58 address to the generic prefix 42, because one key has a different address on every network.
 * @throws Error for invalid base58
 */
export function genericSs58(text: string): string | null {
  const bytes = base58.decode(text);
  const prefixBytes = (bytes[0] ?? 0) & 0x40 ? 2 : 1;
  if ((bytes[0] ?? 0) > 127 || bytes.length !== prefixBytes + KEY_BYTES + CHECKSUM_BYTES) return null;
  const body = checkedBody(bytes, CHECKSUM_BYTES, checksumOf);
  if (body === null) return null;
  const generic = Uint8Array.of(GENERIC, ...body.slice(prefixBytes));
  return base58.encode(Uint8Array.of(...generic, ...checksumOf(generic)));
}
