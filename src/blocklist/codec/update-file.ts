import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Changes } from '../table/table-changes.ts';
import { ListError } from './list-error.ts';
import { decodeRun, encodeRun } from './rice.ts';

/** A list as its version document announces it, and the changes that lead to it from the client's list. */
export type UpdatePart = {
  readonly token: string;
  readonly version: number;
  readonly count: number;
  /** 64 lower-case hex characters. */
  readonly sha256: string;
  /** 128 lower-case hex characters. */
  readonly signature: string;
  readonly changes: Changes;
};

/**
 * What was published since the client's last poll.
 *
 * - `current`: nothing
 * - `changed`: new additions, as changes to those stored; or a new snapshot, as changes to the one stored, with additions
 *   as changes to an empty list
 * - `whole`: more than an update can contain; the client reads the version document
 *
 * `settings` is a hash of everything else in the version document, the same as its `updates`.
 */
export type ListUpdate =
  | { readonly kind: 'current'; readonly settings: string }
  | {
      readonly kind: 'changed';
      readonly settings: string;
      readonly snapshot: UpdatePart | null;
      readonly recent: UpdatePart;
    }
  | { readonly kind: 'whole' };

const MAGIC = 0x5750_4655;
const FORMAT_VERSION = 1;
const KINDS = { current: 0, recent: 1, snapshot: 2, whole: 3 } as const;
const DIGEST_BYTES = 32;
const SIGNATURE_BYTES = 64;
const SETTINGS_BYTES = 4;

/** Encodes an update (WPFU, README). @throws RangeError for a malformed digest, signature, token or settings */
export function encodeUpdate(update: ListUpdate): Uint8Array {
  const writer = new ByteWriter();
  writer.bytes(Uint8Array.of(MAGIC >>> 24, (MAGIC >>> 16) & 0xff, (MAGIC >>> 8) & 0xff, MAGIC & 0xff, FORMAT_VERSION));
  if (update.kind === 'whole') return writer.byte(KINDS.whole).joined();
  const isOfSnapshot = update.kind === 'changed' && update.snapshot !== null;
  writer.byte(update.kind === 'current' ? KINDS.current : isOfSnapshot ? KINDS.snapshot : KINDS.recent);
  writer.bytes(sized(update.settings, SETTINGS_BYTES));
  if (update.kind === 'current') return writer.joined();
  for (const part of [update.snapshot, update.recent]) if (part) writePart(writer, part);
  return writer.joined();
}

/**
 * Reads the output of `encodeUpdate`, completely or not at all. Linear time and memory.
 * @throws ListError
 */
export function decodeUpdate(bytes: Uint8Array): ListUpdate {
  const reader = new ByteReader(bytes);
  if (bytes.length < 6 || reader.uint32() !== MAGIC) throw new ListError('format', 'These bytes are not an update');
  if (reader.byte() !== FORMAT_VERSION) throw unknown();
  const kind = reader.byte();
  if (kind > KINDS.whole) throw unknown();
  if (kind === KINDS.whole) return ended(reader, { kind: 'whole' });
  const settings = bytesToHex(reader.bytes(SETTINGS_BYTES));
  if (kind === KINDS.current) return ended(reader, { kind: 'current', settings });
  const snapshot = kind === KINDS.snapshot ? readPart(reader) : null;
  return ended(reader, { kind: 'changed', settings, snapshot, recent: readPart(reader) });
}

function ended(reader: ByteReader, update: ListUpdate): ListUpdate {
  if (reader.left > 0) throw new ListError('trailing', 'Bytes follow the update');
  return update;
}

const unknown = () => new ListError('version', 'This format of an update is not known here: update the extension');

function writePart(writer: ByteWriter, { token, version, count, sha256, signature, changes }: UpdatePart): void {
  const name = new TextEncoder().encode(token);
  writer.byte(name.length).bytes(name).varint(version).varint(count);
  writer.bytes(sized(sha256, DIGEST_BYTES)).bytes(sized(signature, SIGNATURE_BYTES));
  for (const values of [changes.removals, changes.additions]) {
    writer.varint(values.length);
    if (values.length === 0) continue;
    const { parameter, bytes } = encodeRun(values);
    writer.byte(parameter).varint(values[0]!).bytes(bytes);
  }
}

function readPart(reader: ByteReader): UpdatePart {
  const token = readToken(reader.bytes(reader.byte()));
  const [version, count] = [reader.varint(), reader.varint()];
  const [sha256, signature] = [bytesToHex(reader.bytes(DIGEST_BYTES)), bytesToHex(reader.bytes(SIGNATURE_BYTES))];
  const removals = readRun(reader);
  return { token, version, count, sha256, signature, changes: { removals, additions: readRun(reader) } };
}

function readToken(bytes: Uint8Array): string {
  if (bytes.length === 0 || bytes.some((byte) => byte < 0x21 || byte > 0x7e))
    throw new ListError('format', 'The token of an update is not one');
  return String.fromCharCode(...bytes);
}

function readRun(reader: ByteReader): Uint32Array {
  const count = reader.varint();
  if (count === 0) return new Uint32Array();
  const [parameter, first] = [reader.byte(), reader.varint()];
  if (first > 0xffff_ffff) throw new ListError('overflow', 'An update has a value past 2^32');
  const { values, used } = decodeRun(reader.rest, { count, parameter, first });
  reader.bytes(used);
  return values;
}

function sized(hex: string, length: number): Uint8Array {
  const bytes = hexToBytes(hex);
  if (bytes.length !== length) throw new RangeError(`${hex} is not ${length} bytes in hex`);
  return bytes;
}

/** Writes bytes one after the other. */
export class ByteWriter {
  readonly #bytes: number[] = [];

  byte(value: number): this {
    if (!Number.isInteger(value) || value < 0 || value > 0xff) throw new RangeError(`${value} is not a byte`);
    this.#bytes.push(value);
    return this;
  }

  bytes(values: Uint8Array): this {
    for (const value of values) this.#bytes.push(value);
    return this;
  }

  /** An integer of at most 53 bits as LEB128. */
  varint(value: number): this {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is not an unsigned 53-bit integer`);
    let left = value;
    for (; left > 0x7f; left = Math.floor(left / 128)) this.#bytes.push((left % 128) | 0x80);
    this.#bytes.push(left);
    return this;
  }

  joined(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** Reads bytes one after the other. Every method throws ListError `truncated` if they end too early. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Number of unread bytes. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** The unread bytes. Does not move the position. */
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

  /** @throws ListError `overflow` for more than 53 bits */
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
