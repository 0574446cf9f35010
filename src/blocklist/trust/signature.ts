import { hexToBytes } from '@noble/hashes/utils.js';
import { signBytes, verifyBytes } from './ed25519.ts';
import { joined, sized, uint64 } from './signed-part.ts';

/**
 * The files of a list that are signed, and those of an organization with whose they are: the digest of the key that is told of them, 32
 * lower-case hex characters. Changes are not signed: the digest of what they lead to is.
 */
export type ArtifactSubject =
  | { readonly kind: CommonKind }
  | { readonly kind: 'organization' | 'official'; readonly keyDigest: string };
/** The files that everybody has. */
export type CommonKind = 'snapshot' | 'recent' | 'hot';

/** All that a signature vouches for. */
export type ArtifactFacts = ArtifactSubject & {
  readonly algoVersion: string;
  readonly token: string;
  readonly count: number;
  /** Digest of the version document, 64 lower-case hex characters. */
  readonly sha256: string;
  /** Grows with every file of this kind that the service publishes. */
  readonly version: number;
};

const encoder = new TextEncoder();
/** Keeps these signatures apart from any others that the same key may make. */
const DOMAIN = encoder.encode('wary blocklist artifact 1\0');

/**
 * The bytes that are signed. The ASCII text `wary blocklist artifact 1` and a zero byte; `algoVersion`, kind, for files of an organization
 * the digest of the key, and token, each as its length in bytes (uint16) and its UTF-8; count and version (uint64 each); the 32 bytes of the
 * digest. Numbers are big-endian.
 * @throws RangeError for facts that no artifact has
 */
export function signedBytes(facts: ArtifactFacts): Uint8Array {
  const { algoVersion, token, count, sha256, version } = facts;
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('A digest is 64 lower-case hex characters');
  const words = [algoVersion, ...subjectWords(facts), token].map(sized);
  return joined([DOMAIN, ...words, uint64(count), uint64(version), hexToBytes(sha256)]);
}

/**
 * Signs an artifact with Ed25519.
 * @param secretKey 32 bytes in lower-case hex
 * @returns 64 bytes in lower-case hex, as `signature` of the version document carries them
 * @throws RangeError for facts that no artifact has, or a key of another shape
 */
export const signArtifact = (secretKey: string, facts: ArtifactFacts): string =>
  signBytes(secretKey, signedBytes(facts));

/**
 * Whether one of several public keys signed exactly these facts; while keys are rotated, the old and the new one are both
 * given. A damaged signature or key is one that did not.
 * @throws RangeError for facts that no artifact has
 */
export function verifyArtifact(publicKeys: readonly string[], signature: string, facts: ArtifactFacts): boolean {
  const message = signedBytes(facts);
  return publicKeys.some((publicKey) => verifyBytes(publicKey, signature, message));
}

function subjectWords(subject: ArtifactSubject): string[] {
  if (subject.kind !== 'organization' && subject.kind !== 'official') return [subject.kind];
  if (!/^[0-9a-f]{32}$/.test(subject.keyDigest))
    throw new RangeError('The digest of a key is 32 lower-case hex characters');
  return [subject.kind, subject.keyDigest];
}
