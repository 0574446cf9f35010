import { toHex } from '../../../asset/hash.ts';
import { bytesOf, type Reading } from '../reading.ts';

/**
 * The hexadecimal digits of bytes as wallets take them: with or without `0x`, in either case, without a leading zero, or
 * an array of bytes. Anything else makes the request unreadable.
 * @returns an even number of lower-case digits, up to the first character that is none
 */
export function digitsOf(value: unknown, reading: Reading): string {
  const bytes = Array.isArray(value) ? bytesOf(value, reading) : value;
  const written = bytes instanceof Uint8Array ? toHex(bytes) : (bytes ?? '');
  if (typeof written !== 'string' || !reading.mayRead(written.length)) {
    reading.addKind('unreadable');
    return '';
  }
  const text = written.trim().toLowerCase().replace(/^0x/, '');
  const digits = /^[0-9a-f]*/.exec(text)![0];
  if (digits.length < text.length) reading.addKind('unreadable');
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

/** The bytes of an even number of hexadecimal digits. The library's own function is larger, because it checks them. */
export const bytesOfDigits = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/**
 * The addresses that a value may mean where an address belongs. Wallets read numbers, decimal digits, digits without
 * `0x` or with more or fewer zeros before them, and an address after its chain (CAIP-10).
 * @returns in lower case; empty for anything else; two for 40 decimal digits, which wallets read in both ways
 */
export function addressesMeant(value: unknown): string[] {
  const isNumber = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
  if (!isNumber && (typeof value !== 'string' || value.length > 256)) return [];
  const text = String(value).trim().toLowerCase();
  const written = text.slice(text.lastIndexOf(':') + 1);
  const bare = /^[0-9a-f]{38,40}$/.test(written) ? `0x${written}` : written;
  const isHexadecimal = !isNumber && /^0x[0-9a-f]+$/.test(bare);
  const isDecimal = isNumber || /^\d{30,49}$/.test(written);
  return [...(isHexadecimal ? [BigInt(bare)] : []), ...(isDecimal ? [BigInt(isNumber ? value : written)] : [])]
    .filter((number) => number >= 0n && number >> 160n === 0n)
    .map((number) => `0x${number.toString(16).padStart(40, '0')}`);
}
