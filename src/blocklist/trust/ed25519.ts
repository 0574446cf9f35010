import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

// Points are multiplied without a table: making one takes longer than the two signatures that a life of the worker verifies.
ed25519.Point.BASE.precompute(1);

const KEY = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[0-9a-f]{128}$/;

/**
 * The public half of a secret key (RFC 8032 section 5.1.5). Both are 32 bytes in lower-case hex.
 * @throws RangeError when the secret key is not
 */
export const publicKeyOf = (secretKey: string): string => bytesToHex(ed25519.getPublicKey(secretBytes(secretKey)));

/**
 * Signs bytes (RFC 8032 section 5.1.6). The secret key is 32 bytes in lower-case hex, the signature 64.
 * @throws RangeError for a secret key of another shape
 */
export const signBytes = (secretKey: string, message: Uint8Array): string =>
  bytesToHex(ed25519.sign(message, secretBytes(secretKey)));

/**
 * Whether a public key signed these bytes, by the strict reading of RFC 8032 section 5.1.7: no point of small order, no
 * second encoding of a point or a scalar. False for a key or signature that is not lower-case hex of 32 and 64 bytes.
 */
export function verifyBytes(publicKey: string, signature: string, message: Uint8Array): boolean {
  if (!KEY.test(publicKey) || !SIGNATURE.test(signature)) return false;
  return ed25519.verify(hexToBytes(signature), message, hexToBytes(publicKey), { zip215: false });
}

function secretBytes(secretKey: string): Uint8Array {
  if (!KEY.test(secretKey)) throw new RangeError('A secret key is 64 lower-case hex characters');
  return hexToBytes(secretKey);
}
