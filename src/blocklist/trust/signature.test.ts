import { describe, expect, test } from 'vitest';
import VECTORS from '../../../test/fixtures/blocklist/signatures.json' with { type: 'json' };
import { type ArtifactFacts, digestOf, publicKeyOf, signArtifact, verifyArtifact } from '../codec/artifact.ts';
import { signBytes, signedBytes, verifyBytes } from './signature.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex');

/** RFC 8032 section 7.1: secret key, public key, message, signature. */
const RFC_8032 = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const;

describe('Ed25519', () => {
  test.each(RFC_8032)('agrees with RFC 8032: %s', (secretKey, publicKey, message, signature) => {
    expect(publicKeyOf(secretKey)).toBe(publicKey);
    expect(signBytes(secretKey, bytes(message))).toBe(signature);
    expect(verifyBytes([publicKey], signature, bytes(message))).toBe(true);
    expect(verifyBytes([publicKey], signature, bytes(`${message}00`))).toBe(false);
  });

  test('refuses the second encoding of a signature, S + L, which the bare equation accepts', () => {
    const [, publicKey, message, signature] = RFC_8032[1];
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const scalar = BigInt(`0x${hex(bytes(signature.slice(64)).reverse())}`) + order;
    const shifted = hex(bytes(scalar.toString(16).padStart(64, '0')).reverse());
    expect(verifyBytes([publicKey], signature.slice(0, 64) + shifted, bytes(message))).toBe(false);
  });

  test('refuses keys of small order, for which one signature fits every message', () => {
    const identity = `01${'00'.repeat(31)}`;
    expect(verifyBytes([identity], identity + '00'.repeat(32), bytes('72'))).toBe(false);
  });
});

const FACTS: ArtifactFacts = {
  algoVersion: '1',
  kind: 'snapshot',
  token: 's1.42-0123456789abcdef',
  count: 3,
  sha256: digestOf(Uint32Array.of(1, 2, 3)),
  version: 1_793_491_200_000,
};
const [SECRET, OTHER] = ['11'.repeat(32), '22'.repeat(32)];
const [PUBLIC, OTHER_PUBLIC] = [publicKeyOf(SECRET), publicKeyOf(OTHER)];
const SIGNATURE = signArtifact(SECRET, FACTS);

describe('the signature of an artifact', () => {
  test.each(VECTORS.map((vector) => [vector.facts.token, vector] as const))(
    'equals the published vector: %s',
    (_, { facts, message, secretKey, publicKey, signature }) => {
      const known = facts as ArtifactFacts;
      expect(hex(signedBytes(known))).toBe(message);
      expect(publicKeyOf(secretKey)).toBe(publicKey);
      expect(signArtifact(secretKey, known)).toBe(signature);
      expect(verifyArtifact([publicKey], signature, known)).toBe(true);
    },
  );

  test('is accepted with any of several keys, as during key rotation', () => {
    expect(verifyArtifact([OTHER_PUBLIC, PUBLIC], SIGNATURE, FACTS)).toBe(true);
    expect(verifyArtifact([PUBLIC], signArtifact(OTHER, FACTS), FACTS)).toBe(false);
    expect(verifyArtifact([PUBLIC, OTHER_PUBLIC], signArtifact(OTHER, FACTS), FACTS)).toBe(true);
    expect(verifyArtifact([], SIGNATURE, FACTS)).toBe(false);
  });

  test.each<[string, Partial<ArtifactFacts>]>([
    ['the rules', { algoVersion: '2' }],
    ['the kind', { kind: 'recent' }],
    ['the token', { token: 's1.43-0123456789abcdef' }],
    ['the count', { count: 4 }],
    ['the digest', { sha256: digestOf(Uint32Array.of(1, 2, 4)) }],
    ['the version', { version: FACTS.version + 1 }],
  ])('covers %s', (_, other) => {
    expect(verifyArtifact([PUBLIC], SIGNATURE, { ...FACTS, ...other } as ArtifactFacts)).toBe(false);
  });

  test('of a file of an organization covers the organization', () => {
    const facts = { ...FACTS, kind: 'organization', keyDigest: '0a'.repeat(16) } as const;
    const signature = signArtifact(SECRET, facts);
    expect(verifyArtifact([PUBLIC], signature, facts)).toBe(true);
    expect(verifyArtifact([PUBLIC], signature, { ...facts, keyDigest: '0b'.repeat(16) })).toBe(false);
    expect(verifyArtifact([PUBLIC], signature, { ...facts, kind: 'official' })).toBe(false);
    expect(() => signArtifact(SECRET, { ...facts, keyDigest: '' })).toThrow(RangeError);
  });

  test('covers the boundaries between fields', () => {
    const shifted = { ...FACTS, algoVersion: '1s', kind: 'napshot' } as unknown as ArtifactFacts;
    expect(verifyArtifact([PUBLIC], SIGNATURE, shifted)).toBe(false);
  });

  test.each([
    ['truncated', SIGNATURE.slice(0, 126)],
    ['of half a byte less', SIGNATURE.slice(0, 127)],
    ['longer', `${SIGNATURE}00`],
    ['empty', ''],
    ['in capitals', SIGNATURE.toUpperCase()],
    ['of other characters', SIGNATURE.replace(/.$/, 'g')],
    ['of zeroes', '0'.repeat(128)],
  ])('is refused without an exception when it is %s', (_, signature) => {
    expect(verifyArtifact([PUBLIC], signature, FACTS)).toBe(false);
  });

  test('is refused when any bit of it differs', () => {
    for (let bit = 0; bit < 512; bit += 37) {
      const damaged = bytes(SIGNATURE);
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      expect(verifyArtifact([PUBLIC], hex(damaged), FACTS)).toBe(false);
    }
  });

  test('is refused without an exception for an invalid key', () => {
    for (const key of ['', 'ff'.repeat(32), PUBLIC.slice(2), PUBLIC.toUpperCase()])
      expect(verifyArtifact([key], SIGNATURE, FACTS)).toBe(false);
  });

  test.each<[string, Partial<ArtifactFacts>]>([
    ['a negative count', { count: -1 }],
    ['a fractional version', { version: 1.5 }],
    ['a version that a number cannot hold', { version: 2 ** 53 }],
    ['a short digest', { sha256: 'abcd' }],
    ['an endless token', { token: 'x'.repeat(65_536) }],
  ])('is not made for %s', (_, other) => {
    expect(() => signArtifact(SECRET, { ...FACTS, ...other } as ArtifactFacts)).toThrow(RangeError);
  });

  test('is not made with a malformed key', () => {
    expect(() => signArtifact('11'.repeat(31), FACTS)).toThrow(RangeError);
    expect(() => publicKeyOf('')).toThrow(RangeError);
  });
});
