import { base16, base32nopad, base58, base64nopad, base64urlnopad } from '@scure/base';

/** Maximum length that is decoded, in characters: bases that are not a power of two take quadratic time. */
const MAX_LENGTH = 128;
const MIN_LENGTH = 31;

/** Bases by their prefix character (multiformats, multibase table): the pattern of the rest, and its decoder. */
const BASES: Readonly<Record<string, readonly [shape: RegExp, bytes: (text: string) => Uint8Array]>> = {
  f: [/^[0-9a-f]+$/i, (text) => base16.decode(text.toUpperCase())],
  b: [/^[a-z2-7]+$/i, (text) => base32nopad.decode(text.toUpperCase())],
  k: [/^[0-9a-z]+$/i, base36Bytes],
  z: [/^[1-9A-HJ-NP-Za-km-z]+$/, (text) => base58.decode(text)],
  m: [/^[A-Za-z0-9+/]+={0,2}$/, (text) => base64nopad.decode(text.replace(/=+$/, ''))],
  u: [/^[\w-]+={0,2}$/, (text) => base64urlnopad.decode(text.replace(/=+$/, ''))],
};

/**
 * Canonical form of an IPFS content identifier: version 1, base 32, lower case (multiformats, CID specification).
 * Converts version 0 (`Qm…`) and the other bases (16, 36, 58, 64).
 * @returns null for other texts
 */
export function canonicalCid(text: string): string | null {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return null;
  try {
    const bytes = /^Qm[1-9A-HJ-NP-Za-km-z]{44}$/.test(text)
      ? Uint8Array.of(0x01, 0x70, ...base58.decode(text))
      : bytesOf(text);
    return bytes && isIdentifier(bytes) ? `b${base32nopad.encode(bytes).toLowerCase()}` : null;
  } catch {
    return null;
  }
}

function bytesOf(text: string): Uint8Array | null {
  const letter = text[0]!;
  // Upper case and padding do not change the base, except that `Z` is a different base than `z`.
  const base = letter === 'Z' ? undefined : BASES[letter.toLowerCase()];
  const rest = text.slice(1);
  return base?.[0].test(rest) ? base[1](rest) : null;
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

function base36Bytes(text: string): Uint8Array {
  let value = 0n;
  for (const digit of text.toLowerCase()) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  const hex = value.toString(16);
  return base16.decode(hex.padStart(hex.length + (hex.length % 2), '0').toUpperCase());
}
