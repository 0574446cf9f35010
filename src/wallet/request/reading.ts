import type { Asset } from '../../asset/type.ts';
import { canonicalUrl } from '../../asset/url/canonical-url.ts';
import { REQUEST_KINDS, type RequestKind } from '../kinds.ts';

/** The heavier of two kinds. */
export const heavier = (one: RequestKind | undefined, other: RequestKind | undefined): RequestKind | undefined =>
  one === undefined || (other !== undefined && REQUEST_KINDS.indexOf(other) > REQUEST_KINDS.indexOf(one)) ? other : one;

const MAX_PARTIES = 1_024;
/** Characters and values that are read of one request, those of nested calls once for each level. */
const MAX_WORK = 2 ** 21;
const NOBODY = `0x${'0'.repeat(40)}`;

/** What is known of a request so far. */
export class Reading {
  /** How the network writes an EVM address that stands in the data of a call. */
  form: (address: string) => string = (address) => address;
  #kind: RequestKind | undefined;
  #work = 0;
  /** Without those that only have the shape of an address, so that a thousand of them displace none of these. */
  readonly #named = new Map<string, Asset>();
  readonly #mentioned = new Set<string>();

  addKind(kind: RequestKind | undefined): void {
    this.#kind = heavier(this.#kind, kind);
  }

  /** @param contents canonical addresses; nobody owns the zero address, so it is no party */
  name(...contents: readonly string[]): void {
    for (const content of contents)
      if (content !== NOBODY) this.#named.set(content, { type: 'ADDRESS', content: this.form(content) });
  }

  /** @param contents 20 bytes each that may be an address */
  mention(...contents: readonly string[]): void {
    for (const content of contents) if (content !== NOBODY) this.#mentioned.add(content);
  }

  /** Names the host of an http(s) or WebSocket URL. */
  nameHost(url: string): void {
    const canonical = canonicalUrl(url.trim().replace(/^ws/i, 'http'));
    const host = canonical?.slice(0, canonical.indexOf('/'));
    if (host) this.#named.set(host, { type: 'URL', content: host });
  }

  /** Counts work before it is done. @returns false, and makes the request unreadable, where it would take too much */
  mayRead(units: number): boolean {
    this.#work += units;
    if (this.#work > MAX_WORK) this.addKind('unreadable');
    return this.#work <= MAX_WORK;
  }

  /** @param otherwise the kind of a request that has shown none */
  result(otherwise: RequestKind): { parties: Asset[]; kind: RequestKind } {
    const mentioned = [...this.#mentioned].filter((content) => !this.#named.has(content));
    const parties = [...this.#named.values()];
    for (const content of mentioned.slice(0, Math.max(0, MAX_PARTIES - parties.length)))
      parties.push({ type: 'ADDRESS', content: this.form(content) });
    if (this.#named.size + mentioned.length > MAX_PARTIES) this.addKind('unreadable');
    return { parties: parties.slice(0, MAX_PARTIES), kind: this.#kind ?? otherwise };
  }
}

/** A member of a value that may be anything; undefined if it has none. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** The entries of a value that may be anything: none unless it is an array. */
export const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A value that may be one entry or an array of them. */
export const oneOrMany = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
