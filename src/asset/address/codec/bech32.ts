import { bech32, bech32m } from '@scure/base';

/** Bech32 strings of BIP-173 have at most 90 characters. */
const MAX_LENGTH = 90;

const isOneCase = (text: string): boolean => text === text.toLowerCase() || text === text.toUpperCase();

/**
 * A segregated witness address in lower case (BIP-173 for version 0, BIP-350 for later ones): the right prefix, checksum, version and size.
 * @throws Error for what is no bech32
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
 * A bech32 address in lower case, whatever its prefix, with one of some sizes in bytes.
 * @throws Error for what is no bech32
 */
export function plainBech32(text: string, sizes: readonly number[]): string | null {
  if (!isOneCase(text)) return null;
  const lower = text.toLowerCase() as `${string}1${string}`;
  const { words } = bech32.decode(lower, MAX_LENGTH);
  return sizes.includes(bech32.fromWords(words).length) ? lower : null;
}
