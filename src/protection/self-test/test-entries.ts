import * as z from 'zod/mini';
import { hashExpression, prefixOf, toHex } from '../../asset/hash.ts';
import { expressionsOf } from '../../asset/url/expression/expression.ts';
import type { HotHit } from '../../blocklist/index.ts';
import type { SessionArea } from '../allowance/allowances.ts';
import type { ListView } from '../verdict/lookup.ts';
import { testHost } from './test-host.ts';

const KEY = 'self-test';
/** Milliseconds for which a test's entries count, whatever becomes of its page. */
const LASTS = 120_000;
const HOST_BYTES = 16;
/** Of an address of the EVM chains. */
const ADDRESS_BYTES = 20;

const stored = z.object({ host: z.string(), address: z.string(), until: z.number() });
/** A host and an address that count as listed for one test; `until` is ms since epoch. */
export type TestEntries = Readonly<z.infer<typeof stored>>;

/**
 * What is listed while a person tests the protection: one host and one wallet address, made of random bytes for each test and forgotten
 * after it. No page can know them, so that none can use them to find out who has the extension, or to have something stopped.
 */
export class SelfTestEntries {
  readonly #session: SessionArea;
  readonly #now: () => number;
  #held: TestEntries | null = null;
  #hashes: ReadonlyMap<number, { readonly hash: string; readonly type: string }> = new Map();

  constructor(session: SessionArea, now: () => number) {
    this.#session = session;
    this.#now = now;
  }

  /** Takes up a test that was begun before the worker ended. */
  async load(): Promise<void> {
    const { [KEY]: value } = await this.#session.get(KEY).catch(() => ({}) as Record<string, unknown>);
    const entries = z.nullable(stored).safeParse(value).data;
    if (entries && !this.#held) this.#hold(entries);
  }

  /** Begins a test in the place of any other one. Answers when its entries count. */
  async begin(): Promise<TestEntries> {
    const host = testHost(randomHex(HOST_BYTES));
    const entries = { host, address: `0x${randomHex(ADDRESS_BYTES)}`, until: this.#now() + LASTS };
    this.#hold(entries);
    await this.#session.set({ [KEY]: entries });
    return entries;
  }

  async end(): Promise<void> {
    this.#held = null;
    this.#hashes = new Map();
    await this.#session.set({ [KEY]: null });
  }

  /** The list with the entries of the test that is under way. It is looked up in the same way as every other entry. */
  over(list: ListView): ListView {
    const hot = (hash: Uint8Array) => this.#hot(hash);
    const has = (prefix: number) => this.#counts && this.#hashes.has(prefix);
    return {
      get ready() {
        return list.ready;
      },
      get loaded() {
        return list.loaded;
      },
      get info() {
        return list.info;
      },
      has: (prefix) => list.has(prefix) || has(prefix),
      hot: (hash) => hot(hash) || list.hot(hash),
      onChange: (listener) => list.onChange(listener),
    };
  }

  get #counts(): boolean {
    return this.#held !== null && this.#now() < this.#held.until;
  }

  /** Own, because no service can say anything about it. */
  #hot(hash: Uint8Array): HotHit | false {
    const entry = this.#counts && this.#hashes.get(prefixOf(hash));
    if (!entry || entry.hash !== toHex(hash)) return false;
    return { at: this.#now(), words: { type: entry.type }, isOwn: true };
  }

  #hold(entries: TestEntries): void {
    this.#held = entries;
    const expressions = [
      [`${entries.host}/`, 'URL'] as const,
      ...expressionsOf({ type: 'ADDRESS', content: entries.address }).map((each) => [each, 'ADDRESS'] as const),
    ];
    const hashed = expressions.map(([each, type]) => [hashExpression(each), type] as const);
    this.#hashes = new Map(hashed.map(([hash, type]) => [prefixOf(hash), { hash: toHex(hash), type }]));
  }
}

const randomHex = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));
