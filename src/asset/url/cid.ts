import { base16, base32hexnopad, base32nopad, base58, base58flickr, base64nopad, base64urlnopad } from '@scure/base';
import { dnsLinkName } from './dns-link.ts';

/** Maximum length that is decoded, in characters, and in base 2: bases that are not a power of two take quadratic time. */
const MAX_LENGTH = 128;
const MAX_BITS = 300;
const MIN_LENGTH = 31;

type Decode = (text: string) => Uint8Array;

/** Upper case and padding change nothing in bases 16 and 32. */
const inCapitals =
  ({ decode }: { decode: Decode }): Decode =>
  (text) =>
    decode(text.replace(/=+$/, '').toUpperCase());
const padded =
  ({ decode }: { decode: Decode }): Decode =>
  (text) =>
    decode(text.replace(/=+$/, ''));
/** A number in this base; whole bytes for the bases 2 and 8 as well, since the first byte is 1. */
const number =
  (base: number): Decode =>
  (text) => {
    let value = 0n;
    // A character that is no digit of the base throws.
    for (const digit of text) value = value * BigInt(base) + BigInt(Number.parseInt(digit, base));
    const hex = value.toString(16);
    return base16.decode(hex.padStart(hex.length + (hex.length % 2), '0').toUpperCase());
  };

const BASE_16 = inCapitals(base16);
const BASE_32 = inCapitals(base32nopad);
const BASE_32_HEX = inCapitals(base32hexnopad);
const BASE_36 = number(36);
const BASE_64 = padded(base64nopad);
const BASE_64_URL = padded(base64urlnopad);
/** Characters of z-base-32 in the order of those of base 32. */
const Z_BASE_32 = 'ybndrfg8ejkmcpqxot1uwisza345h769';
const zBase32: Decode = (text) =>
  base32nopad.decode(
    text.replace(/./g, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Z_BASE_32.indexOf(letter)] ?? '-'),
  );

/** Decoders of the text bases in ASCII by their prefix character (multiformats, multibase table). */
const BASES: Readonly<Record<string, Decode>> = {
  '0': number(2),
  '7': number(8),
  '9': number(10),
  f: BASE_16,
  F: BASE_16,
  b: BASE_32,
  B: BASE_32,
  c: BASE_32,
  C: BASE_32,
  v: BASE_32_HEX,
  V: BASE_32_HEX,
  t: BASE_32_HEX,
  T: BASE_32_HEX,
  h: zBase32,
  k: BASE_36,
  K: BASE_36,
  z: base58.decode,
  Z: base58flickr.decode,
  m: BASE_64,
  M: BASE_64,
  u: BASE_64_URL,
  U: BASE_64_URL,
};

/**
 * The identifier in a content path, `/ipfs/CID/file` (IPFS, "Path addressing"); another text unchanged. The leading
 * slash may be missing.
 */
export const rootOfPath = (text: string): string => /^\/?ipfs\/([^/?#]+)/.exec(text)?.[1] ?? text;

/**
 * Canonical form of an IPFS content identifier: version 1, base 32, lower case (multiformats, CID specification).
 * Converts version 0 (`Qm…`) and the other bases.
 * @returns null for other texts
 */
export function canonicalCid(text: string): string | null {
  if (text.length < MIN_LENGTH || text.length > (text.startsWith('0') ? MAX_BITS : MAX_LENGTH)) return null;
  try {
    const bytes = /^Qm[1-9A-HJ-NP-Za-km-z]{44}$/.test(text)
      ? Uint8Array.of(0x01, 0x70, ...base58.decode(text))
      : bytesOf(text);
    return bytes && isIdentifier(bytes) ? `b${base32nopad.encode(bytes).toLowerCase()}` : null;
  } catch {
    return null;
  }
}

const bytesOf = (text: string): Uint8Array | undefined => BASES[text[0]!]?.(text.slice(1));

/** Codec of a public key (multiformats, multicodec table: `libp2p-key`). */
const KEY = 0x72;

/**
 * Content of a name of IPNS, `ipns/NAME`: a key as an identifier in base 36 (IPNS specification, "Keys"), whether it was
 * written as such an identifier or as the hash of a peer (libp2p, "Peer ids"), else the host of a DNSLink.
 */
export function ipnsContent(name: string): string | null {
  const key = keyOf(name) ?? dnsLinkName(name);
  return key === null ? null : `ipns/${key}`;
}

/** A key in base 36; null for other texts. */
export function keyOf(text: string): string | null {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return null;
  try {
    const isPeer = /^(?:12D3Koo|16Uiu2|Qm)[1-9A-HJ-NP-Za-km-z]{30,60}$/.test(text);
    const bytes = isPeer ? Uint8Array.of(0x01, KEY, ...base58.decode(text)) : bytesOf(text);
    const isKey = bytes?.[1] === KEY && isIdentifier(bytes);
    return isKey ? `k${BigInt(`0x${base16.encode(bytes)}`).toString(36)}` : null;
  } catch {
    return null;
  }
}

/** Whether bytes are version 1, a codec, and a hash of the declared length. */
function isIdentifier(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x01) return false;
  const hash = numberEnd(bytes, numberEnd(bytes, 1));
  return hash < bytes.length && bytes[hash]! < 0x80 && bytes[hash]! >= 16 && bytes.length === hash + 1 + bytes[hash]!;
}

/** Index after an unsigned varint (multiformats, unsigned-varint). */
function numberEnd(bytes: Uint8Array, from: number): number {
  let end = from;
  while (end < bytes.length && bytes[end]! >= 0x80) end++;
  return end + 1;
}
