import { keccak_256 } from '@noble/hashes/sha3.js';
import { moneroBytes } from './base58.ts';

/** Network byte (standard, integrated, subaddress of the main network) and how many bytes follow before the checksum. */
const SIZES: Readonly<Record<number, number>> = { 18: 64, 19: 72, 42: 64 };

/**
 * The text itself where it is an address of Monero's main network with a right Keccak-256 checksum.
 * @throws Error for what is not Monero's base58
 */
export function monero(text: string): string | null {
  const bytes = moneroBytes(text);
  const body = bytes.slice(0, -4);
  if (SIZES[body[0] ?? 0] !== body.length - 1) return null;
  const checksum = keccak_256(body);
  return bytes.slice(-4).every((byte, index) => byte === checksum[index]) ? text : null;
}
