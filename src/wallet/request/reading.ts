import type { Asset } from '../../asset/type.ts';
import { canonicalUrl } from '../../asset/url/canonical-url.ts';
import { REQUEST_KINDS, type RequestKind } from '../kinds.ts';

const MAX_PARTIES = 1_024;
/** Requests, calls and values in one another: as deep as a tree of orders (Seaport, `BulkOrder`) and more. */
const MAX_DEPTH = 32;
/** Characters and bytes that are read of one request, those of nested calls once for each level. */
const MAX_WORK = 2 ** 21;
/** What it takes to read something nested at all, in characters. */
const NESTED_WORK = 64;

export class Reading {
  /** How the network writes an EVM address, with a version before it; null for the EVM itself. */
  form: ((address: string) => string) | null = null;
  site = '';
  #kind: RequestKind | undefined;
  #work = 0;
  #depth = 0;
  readonly #named = new Map<string, Asset['type']>();
  readonly #mentioned = new Set<string>();

  addKind(kind: RequestKind): void {
    if (!this.#kind || REQUEST_KINDS.indexOf(kind) > REQUEST_KINDS.indexOf(this.#kind)) this.#kind = kind;
  }

  /** @param contents canonical addresses; nobody owns the zero address, so it is no party */
  name(...contents: readonly string[]): void {
    const written = (content: string) => (content.startsWith('0x') && this.form?.(content)) || content;
    for (const content of contents) if (!/^0x0+$/.test(content)) this.#named.set(written(content), 'ADDRESS');
  }

  /** @param contents what only has the shape of an address: a thousand of them displace no other party */
  mention(...contents: readonly string[]): void {
    for (const content of contents) this.#mentioned.add(content);
  }

  /** Names the host of an http(s) or WebSocket URL. */
  nameHost(url: string): void {
    const canonical = canonicalUrl(url.trim().replace(/^ws/i, 'http'));
    if (canonical !== null) this.#named.set(canonical.split('/', 1)[0]!, 'URL');
  }

  /** Counts work before it is done. @returns false, and makes the request unreadable, where it would take too much */
  mayRead(units: number): boolean {
    this.#work += units;
    if (this.#work > MAX_WORK) this.addKind('unreadable');
    return this.#work <= MAX_WORK;
  }

  /** Reads what is nested in something else. */
  nested(read: () => void): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.addKind('unreadable');
    else if (this.mayRead(NESTED_WORK)) read();
    this.#depth -= 1;
  }

  /** The entries of an array; none of anything else. */
  entriesOf(value: unknown): readonly unknown[] {
    return Array.isArray(value) && this.mayRead(value.length) ? value : [];
  }

  /** Bytes as wallets take them: themselves, numbers, or digits with or without `0x` or a leading zero, up to what is no digit. */
  bytesOf(value: unknown): Uint8Array {
    if (value instanceof Uint8Array) return value;
    if (Array.isArray(value))
      return Uint8Array.from(this.entriesOf(value), (each) => (typeof each === 'number' ? each : 0));
    const text = typeof (value ?? '') === 'string' ? String(value ?? '') : '?';
    if (!this.mayRead(text.length)) return new Uint8Array();
    const [written, digits = ''] = /^\s*(?:0x)?([0-9a-f]*)\s*/i.exec(text)!;
    if (written.length < text.length) this.addKind('unreadable');
    return bytesOfDigits(digits.length % 2 === 0 ? digits : `0${digits}`);
  }

  result(): { parties: Asset[]; kind: RequestKind } {
    this.name(...this.#mentioned);
    if (this.#named.size > MAX_PARTIES) this.addKind('unreadable');
    const parties = [...this.#named].slice(0, MAX_PARTIES).map(([content, type]) => ({ type, content }));
    return { parties, kind: this.#kind ?? 'unreadable' };
  }
}

/** The bytes of an even number of hexadecimal digits. The library's own function is larger, because it checks them. */
export const bytesOfDigits = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

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
}

/** A member of a value that may be anything; undefined if it has none. */
export const memberOf = (value: unknown, name: string): unknown =>
  Object.hasOwn(Object(value), name) ? (value as Record<string, unknown>)[name] : undefined;

/** A member of a value that may be anything; empty if it is no text. */
export const textIn = (value: unknown, name: string): string => {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : '';
};
