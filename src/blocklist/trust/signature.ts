import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

// Points are multiplied without a precomputed table: building it takes longer than the two verifications of a worker's
// life.
ed25519.Point.BASE.precompute(1);

const KEY = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[0-9a-f]{128}$/;

/**
 * The public key of a secret key (RFC 8032 section 5.1.5). Both are 32 bytes in lower-case hex.
 * @throws RangeError for a malformed secret key
 */
export const publicKeyOf = (secretKey: string): string => bytesToHex(ed25519.getPublicKey(secretBytes(secretKey)));

/**
 * Signs bytes (RFC 8032 section 5.1.6). The secret key is 32 bytes in lower-case hex, the signature 64.
 * @throws RangeError for a malformed secret key
 */
export const signBytes = (secretKey: string, message: Uint8Array): string =>
  bytesToHex(ed25519.sign(message, secretBytes(secretKey)));

/**
 * Whether one of several public keys signed these bytes, under the strict rules of RFC 8032 section 5.1.7: no point of small order,
 * no second encoding of a point or a scalar. False for a key or signature that is not lower-case hex of 32 and 64
 * bytes.
 */
export const verifyBytes = (publicKeys: readonly string[], signature: string, message: Uint8Array): boolean =>
  SIGNATURE.test(signature) &&
  publicKeys
    .filter((key) => KEY.test(key))
    .some((key) => ed25519.verify(hexToBytes(signature), message, hexToBytes(key), { zip215: false }));

function secretBytes(secretKey: string): Uint8Array {
  if (!KEY.test(secretKey)) throw new RangeError('A secret key is 64 lower-case hex characters');
  return hexToBytes(secretKey);
}

const encoder = new TextEncoder();

function sized(word: string): Uint8Array {
  const text = encoder.encode(word);
  if (text.length > 0xffff) throw new RangeError('A signed word is longer than 65,535 bytes');
  return concatBytes(Uint8Array.of(text.length >> 8, text.length & 0xff), text);
}

function uint64(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is not a count or version`);
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/**
 * The signed files of a list. For a file of an organization `keyDigest` identifies the organization's key: 32
 * lower-case hex characters. Changes are not signed, because the digest of their result is.
 */
export type ArtifactSubject =
  | { readonly kind: CommonKind }
  | { readonly kind: 'organization' | 'official'; readonly keyDigest: string };
/** The files that every client receives. */
export type CommonKind = 'snapshot' | 'recent' | 'hot';

/** Everything that a signature covers. */
export type ArtifactFacts = ArtifactSubject & {
  readonly algoVersion: string;
  readonly token: string;
  readonly count: number;
  /** Digest in the version document, 64 lower-case hex characters. */
  readonly sha256: string;
  /** Increases with every file of this kind that the service publishes. */
  readonly version: number;
};

/** Domain separation from other signatures of the same key, such as those of the next key. */
const DOMAIN = encoder.encode('wary blocklist artifact 1\0');

/** The signed bytes (README, Signature). @throws RangeError for values that no artifact has */
export function signedBytes(facts: ArtifactFacts): Uint8Array {
  const { algoVersion, token, count, sha256, version } = facts;
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('A digest is 64 lower-case hex characters');
  const words = [algoVersion, ...subjectWords(facts), token].map(sized);
  return concatBytes(DOMAIN, ...words, uint64(count), uint64(version), hexToBytes(sha256));
}

/**
 * Signs an artifact with Ed25519.
 * @param secretKey 32 bytes in lower-case hex
 * @returns 64 bytes in lower-case hex, the `signature` of the version document
 * @throws RangeError for values that no artifact has, or a malformed key
 */
export const signArtifact = (secretKey: string, facts: ArtifactFacts): string =>
  signBytes(secretKey, signedBytes(facts));

/**
 * Whether one of several public keys signed exactly these facts. During key rotation both the old and the new key are
 * passed. False for a malformed signature or key.
 * @throws RangeError for values that no artifact has
 */
export const verifyArtifact = (publicKeys: readonly string[], signature: string, facts: ArtifactFacts): boolean =>
  verifyBytes(publicKeys, signature, signedBytes(facts));

function subjectWords(subject: ArtifactSubject): string[] {
  if (subject.kind !== 'organization' && subject.kind !== 'official') return [subject.kind];
  if (!/^[0-9a-f]{32}$/.test(subject.keyDigest))
    throw new RangeError('The digest of a key is 32 lower-case hex characters');
  return [subject.kind, subject.keyDigest];
}

/** The successor of a key, as it is signed. */
export type NextKeyFacts = {
  /** The replaced key: the first 32 lower-case hex characters of its SHA-256. */
  readonly keyDigest: string;
  readonly apiKey: string;
  /** Increases with every rotation. */
  readonly version: number;
};

const NEXT_KEY_DOMAIN = encoder.encode('wary publishable key 1\0');

function nextKeyBytes({ keyDigest, apiKey, version }: NextKeyFacts): Uint8Array {
  if (!/^[0-9a-f]{32}$/.test(keyDigest)) throw new RangeError('The digest of a key is 32 lower-case hex characters');
  return concatBytes(NEXT_KEY_DOMAIN, sized(keyDigest), sized(apiKey), uint64(version));
}

/**
 * Signs the successor of a key with the key of the list (Ed25519).
 * @param secretKey 32 bytes in lower-case hex
 * @returns 64 bytes in lower-case hex
 * @throws RangeError for values that no key has, or a malformed secret key
 */
export const signNextKey = (secretKey: string, facts: NextKeyFacts): string =>
  signBytes(secretKey, nextKeyBytes(facts));

/**
 * Whether one of several public keys signed exactly these facts.
 * @throws RangeError for values that no key has
 */
export const verifyNextKey = (publicKeys: readonly string[], signature: string, facts: NextKeyFacts): boolean =>
  verifyBytes(publicKeys, signature, nextKeyBytes(facts));
