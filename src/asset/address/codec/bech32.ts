import { bech32, bech32m } from '@scure/base';

/** Maximum length of a bech32 string (BIP-173), in characters. */
const MAX_LENGTH = 90;

const isOneCase = (text: string): boolean => text === text.toLowerCase() || text === text.toUpperCase();

/**
 * Canonical form, in lower case, of a segregated witness address (BIP-173 for version 0, BIP-350 for later versions).
 * Checks prefix, checksum, version and size.
 * @throws Error for invalid bech32
 */
export function segwit(text: string, prefix: string): string | null {
  if (!isOneCase(text)) return null;
  const lower = text.toLowerCase() as `${string}1${string}`;
  const coding = lower[prefix.length + 1] === 'q' ? bech32 : bech32m;
  const { prefix: found, words } = coding.decode(lower, MAX_LENGTH);
  const [version = 0, ...data] = words;
  if (found !== prefix || version > 16) return null;
  const { length } = coding.fromWords(data);
  const isSized = version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
  return isSized ? lower : null;
}

/**
 * Canonical form, in lower case, of a bech32 address with any prefix and one of these payload sizes in bytes.
 * @throws Error for invalid bech32
 */
export function plainBech32(text: string, sizes: readonly number[]): string | null {
  if (!isOneCase(text)) return null;
  const lower = text.toLowerCase() as `${string}1${string}`;
  const { words } = bech32.decode(lower, MAX_LENGTH);
  return sizes.includes(bech32.fromWords(words).length) ? lower : null;
}

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** Generators of the 40-bit BCH code (CashAddr specification, "Checksum"): upper 8 and lower 32 bits. */
const GENERATORS = [
  [0x98, 0xf2bc8e61],
  [0x79, 0xb76d99e2],
  [0xf3, 0x3e5fb3c4],
  [0xae, 0x2eabe2a8],
  [0x1e, 0x4f43e470],
] as const;
/**
 * Version bytes by length: for 20 bytes types 0 (public key hash) and 1 (script) and their token-aware forms 2 and 3,
 * for 32 bytes scripts alone (CashTokens; CHIP-2022-05 "Pay-to-Script-Hash-32").
 */
const VERSIONS: Readonly<Record<number, readonly number[]>> = { 42: [0x00, 0x08, 0x10, 0x18], 61: [0x0b, 0x1b] };
const CHECKSUM_LENGTH = 8;

/** The BCH code of a prefix and 5-bit values, 40 bits. */
function codeOf(prefix: string, data: readonly number[]): number {
  const values = [...[...prefix].map((letter) => letter.charCodeAt(0) & 31), 0, ...data];
  let high = 0;
  let low = 1;
  for (const value of values) {
    const top = high >>> 3;
    high = ((high & 7) << 5) | (low >>> 27);
    low = ((low << 5) ^ value) >>> 0;
    for (const [bit, [upper, lower]] of GENERATORS.entries())
      if ((top >> bit) & 1) {
        high ^= upper;
        low = (low ^ lower) >>> 0;
      }
  }
  return high * 2 ** 32 + low;
}

/**
 * Canonical form of a Bitcoin Cash address: lower case without its prefix, and without the mark of a wallet that can
 * hold tokens (CashTokens, "Token-Aware Addresses"), which does not change the account. The prefix is part of the
 * checksum even if it is omitted.
 * @returns null for a wrong checksum, mixed case, another prefix, or another type or size
 */
export function cashAddress(text: string, prefix: string): string | null {
  const isPrefixed = text.toLowerCase().startsWith(`${prefix}:`);
  const written = isPrefixed ? text.slice(prefix.length + 1) : text;
  const data = written.toLowerCase();
  if (written !== data && written !== written.toUpperCase()) return null;
  const values = [...data].map((letter) => ALPHABET.indexOf(letter));
  if (values.includes(-1)) return null;
  const version = (values[0]! << 3) | (values[1]! >> 2);
  if (codeOf(prefix, values) !== 1 || VERSIONS[values.length]?.includes(version) !== true) return null;
  const plain = [values[0]! & 1, ...values.slice(1, -CHECKSUM_LENGTH)];
  const code = codeOf(prefix, [...plain, ...Array<number>(CHECKSUM_LENGTH).fill(0)]);
  const checksum = Array.from(
    { length: CHECKSUM_LENGTH },
    (_, at) => Math.floor(code / 32 ** (CHECKSUM_LENGTH - 1 - at)) % 32,
  );
  // With the checksum the code of all is 1.
  checksum.push(checksum.pop()! ^ 1);
  return [...plain, ...checksum].map((value) => ALPHABET[value]).join('');
}
