import { ListError } from './list-error.ts';

/** Bytes that are written one after the other. */
export class ByteWriter {
  readonly #bytes: number[] = [];

  byte(value: number): this {
    if (!Number.isInteger(value) || value < 0 || value > 0xff) throw new RangeError(`${value} is no byte`);
    this.#bytes.push(value);
    return this;
  }

  bytes(values: Uint8Array): this {
    for (const value of values) this.#bytes.push(value);
    return this;
  }

  /** A whole number of at most 53 bits in groups of seven, the lowest first; every byte but the last has its high bit set. */
  varint(value: number): this {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number of 53 bits`);
    let left = value;
    for (; left > 0x7f; left = Math.floor(left / 128)) this.#bytes.push((left % 128) | 0x80);
    this.#bytes.push(left);
    return this;
  }

  joined(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** Bytes that are read one after the other. Each way to read throws ListError `truncated` where they end too early. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** How many bytes have not been read. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** What has not been read; reading it does not move on. */
  get rest(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }

  byte(): number {
    return this.bytes(1)[0]!;
  }

  bytes(count: number): Uint8Array {
    if (count > this.left) throw new ListError('truncated', 'The update ends too early');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** Big-endian. */
  uint32(): number {
    return this.bytes(4).reduce((value, byte) => value * 256 + byte, 0);
  }

  /** @throws ListError `overflow` past 53 bits */
  varint(): number {
    let value = 0;
    let weight = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * weight;
      if (!Number.isSafeInteger(value) || weight > 2 ** 49)
        throw new ListError('overflow', 'A number of the update is too large');
      if (byte < 0x80) return value;
      weight *= 128;
    }
  }
}
