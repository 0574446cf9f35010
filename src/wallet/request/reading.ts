import type { Asset } from '../../asset/type.ts';
import { canonicalUrl } from '../../asset/url/canonical-url.ts';
import { REQUEST_KINDS, type RequestKind } from '../kinds.ts';

/** The heavier of two kinds. */
export const heavier = (one: RequestKind | undefined, other: RequestKind | undefined): RequestKind | undefined =>
  one === undefined || (other !== undefined && REQUEST_KINDS.indexOf(other) > REQUEST_KINDS.indexOf(one)) ? other : one;

const MAX_PARTIES = 1_024;
/** Characters that are read of one request, those of nested calls once for each level. */
const MAX_WORK = 2 ** 21;
/** As how many characters a value counts. */
export const VALUE_WORK = 64;
/** Bytes above which go-ethereum's pool refuses a transaction (`txMaxSize`), and Sui too (`max_tx_size_bytes`). */
export const MAX_BYTES = 131_072;
const NOBODY = `0x${'0'.repeat(40)}`;

/** What is known of a request so far. */
export class Reading {
  /** How the network writes an EVM address that stands in the data of a call. */
  form: (address: string) => string = (address) => address;
  #kind: RequestKind | undefined;
  #work = 0;
  /** Host of the page that asks. */
  readonly site: string;
  /** Without those that only have the shape of an address, so that a thousand of them displace none of these. */
  readonly #named = new Map<string, Asset['type']>();
  readonly #mentioned = new Set<string>();

  constructor(site: string) {
    this.site = site;
  }

  addKind(kind: RequestKind | undefined): void {
    this.#kind = heavier(this.#kind, kind);
  }

  /** @param contents canonical addresses; nobody owns the zero address, so it is no party */
  name(...contents: readonly string[]): void {
    for (const content of contents) if (content !== NOBODY) this.#add(content, 'ADDRESS');
  }

  /** @param contents 20 bytes each that may be an address */
  mention(...contents: readonly string[]): void {
    for (const content of contents) this.#mentioned.add(content);
  }

  /** Names the host of an http(s) or WebSocket URL. */
  nameHost(url: string): void {
    const canonical = canonicalUrl(url.trim().replace(/^ws/i, 'http'));
    if (canonical !== null) this.#add(canonical.slice(0, canonical.indexOf('/')), 'URL');
  }

  #add(content: string, type: Asset['type']): void {
    if (this.#named.size < MAX_PARTIES) this.#named.set(content, type);
    else if (!this.#named.has(content)) this.addKind('unreadable');
  }

  /** Counts work before it is done. @returns false, and makes the request unreadable, where it would take too much */
  mayRead(units: number): boolean {
    this.#work += units;
    if (this.#work > MAX_WORK) this.addKind('unreadable');
    return this.#work <= MAX_WORK;
  }

  result(): { parties: Asset[]; kind: RequestKind } {
    for (const content of this.#mentioned) this.name(content);
    const written = (content: string, type: Asset['type']) => (type === 'ADDRESS' ? this.form(content) : content);
    const parties = [...this.#named].map(([content, type]) => ({ type, content: written(content, type) }));
    return { parties, kind: this.#kind ?? 'typed' };
  }
}

/** What a function makes of written data; null where it throws, because that is no such data. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** A member of a value that may be anything; undefined if it has none. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** A member of a value that may be anything, if it is a text. */
export const textIn = (value: unknown, name: string): string | undefined => {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
};

/** The entries of an array; none of anything else. */
export const entriesOf = (value: unknown, reading: Reading): readonly unknown[] =>
  Array.isArray(value) && reading.mayRead(value.length) ? value : [];

/** The bytes of an array of numbers; none of anything else. */
export const bytesOf = (value: unknown, reading: Reading): Uint8Array =>
  Uint8Array.from(entriesOf(value, reading), (entry) => (typeof entry === 'number' ? entry : 0));
