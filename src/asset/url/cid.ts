import { base16, base32nopad, base58, base64nopad, base64urlnopad } from '@scure/base';

/** Longest identifier that is decoded: bases that are no power of two take quadratic time. */
const MAX_LENGTH = 128;
const MIN_LENGTH = 31;

/** The bases of an identifier by their first letter (multiformats, multibase table): what the rest looks like, and its bytes. */
const BASES: Readonly<Record<string, readonly [shape: RegExp, bytes: (text: string) => Uint8Array]>> = {
  f: [/^[0-9a-f]+$/i, (text) => base16.decode(text.toUpperCase())],
  b: [/^[a-z2-7]+$/i, (text) => base32nopad.decode(text.toUpperCase())],
  k: [/^[0-9a-z]+$/i, base36Bytes],
  z: [/^[1-9A-HJ-NP-Za-km-z]+$/, (text) => base58.decode(text)],
  m: [/^[A-Za-z0-9+/]+={0,2}$/, (text) => base64nopad.decode(text.replace(/=+$/, ''))],
  u: [/^[\w-]+={0,2}$/, (text) => base64urlnopad.decode(text.replace(/=+$/, ''))],
};

/**
 * An IPFS content identifier in its one form: version 1, base 32, lower case (multiformats, CID specification). Version 0 (`Qm…`) and the
 * other bases (hexadecimal, 36, 58, 64) are converted.
 * @returns null for what is no content identifier
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
  // In capitals, or with padding, it is the same base; but `Z` is another one.
  const base = letter === 'Z' ? undefined : BASES[letter.toLowerCase()];
  const rest = text.slice(1);
  return base?.[0].test(rest) ? base[1](rest) : null;
}

/** Whether bytes are version 1, a codec, and a hash of the length that it says. */
function isIdentifier(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x01) return false;
  const hash = numberEnd(bytes, numberEnd(bytes, 1));
  return hash < bytes.length && bytes[hash]! < 0x80 && bytes[hash]! >= 16 && bytes.length === hash + 1 + bytes[hash]!;
}

/** Where an unsigned varint ends (multiformats, unsigned-varint). */
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
