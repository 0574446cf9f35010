import { signBytes, verifyBytes } from './ed25519.ts';
import { joined, sized, uint64 } from './signed-part.ts';

/** Which key follows another one, as it is signed. */
export type NextKeyFacts = {
  /** The key that is followed: the first 32 lower-case hex characters of its SHA-256. */
  readonly keyDigest: string;
  readonly apiKey: string;
  /** Grows with every rotation. */
  readonly version: number;
};

/** Keeps these signatures apart from any others that the same key may make. */
const DOMAIN = new TextEncoder().encode('wary publishable key 1\0');

/**
 * The bytes that are signed: the ASCII text `wary publishable key 1` and a zero byte; the digest of the key that is followed and the key that
 * follows it, each as its length in bytes (uint16) and its UTF-8; the version (uint64). Numbers are big-endian.
 * @throws RangeError for facts that no key has
 */
function signedBytes({ keyDigest, apiKey, version }: NextKeyFacts): Uint8Array {
  if (!/^[0-9a-f]{32}$/.test(keyDigest)) throw new RangeError('The digest of a key is 32 lower-case hex characters');
  return joined([DOMAIN, sized(keyDigest), sized(apiKey), uint64(version)]);
}

/**
 * Signs with the key of the list (Ed25519) which key follows another one.
 * @param secretKey 32 bytes in lower-case hex
 * @returns 64 bytes in lower-case hex
 * @throws RangeError for facts that no key has, or a secret key of another shape
 */
export const signNextKey = (secretKey: string, facts: NextKeyFacts): string => signBytes(secretKey, signedBytes(facts));

/** Whether one of several public keys signed exactly this. @throws RangeError for facts that no key has */
export function verifyNextKey(publicKeys: readonly string[], signature: string, facts: NextKeyFacts): boolean {
  const message = signedBytes(facts);
  return publicKeys.some((publicKey) => verifyBytes(publicKey, signature, message));
}
