import type { Reading } from './reading.ts';

/** The bytes of an even number of hexadecimal digits. The library's own function is larger, because it checks them. */
export const bytesOfDigits = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/**
 * Bytes as wallets take them: themselves, as numbers, or in hexadecimal digits with or without `0x` or a leading zero.
 * Anything else makes the request unreadable, and is read up to the first character that is no digit.
 */
export function bytesIn(value: unknown, reading: Reading): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value) && reading.mayRead(value.length))
    return Uint8Array.from(value, (entry) => (typeof entry === 'number' ? entry : 0));
  const text =
    typeof (value ?? '') === 'string'
      ? String(value ?? '')
          .trim()
          .replace(/^0x/i, '')
      : '?';
  const digits = /^[0-9a-f]*/i.exec(text)![0];
  if (digits.length < text.length) reading.addKind('unreadable');
  return bytesOfDigits(digits.length % 2 === 0 ? digits : `0${digits}`);
}

/** Bytes that are read from the beginning to the end. Each method throws a RangeError where they end too early. */
export class Input {
  at = 0;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  take(size: number): Uint8Array {
    this.at += size;
    if (this.at > this.bytes.length) throw new RangeError('The bytes end too early');
    return this.bytes.subarray(this.at - size, this.at);
  }

  /** A number in as many bytes as it needs (LEB128; so Protocol Buffers, and Solana in "Compact-array format"). */
  number(): number {
    const byte = this.take(1)[0]!;
    return byte < 128 ? byte : byte - 128 + 128 * this.number();
  }

  /** As many entries as the number before them says. */
  many<Entry>(read: () => Entry): Entry[] {
    return Array.from({ length: this.number() }, read);
  }
}
