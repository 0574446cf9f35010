import * as z from 'zod/mini';
import { hashExpression, prefixOf, toHex } from '../../asset/hash.ts';
import { expressionsOf } from '../../asset/url/expression.ts';
import type { HotHit } from '../../blocklist/list-info.ts';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';
import type { ListView } from '../verdict/lookup.ts';

/** No host with this ending can exist (RFC 6761, section 6.4), so even a failing test reaches nobody. */
const ENDING = '.protection-test.invalid';

/** Host name used only by a test of the protection. @param token letters and digits */
export const testHost = (token: string): string => token + ENDING;

/** Whether a host belongs to a self-test: its events are neither stored nor counted. */
export const isTestHost = (host: string): boolean => host.endsWith(ENDING);

/** Milliseconds for which a test's entries count, whatever happens to its page. */
const LIFETIME_MS = 120_000;
const HOST_BYTES = 16;
/** Length of an EVM address. */
const ADDRESS_BYTES = 20;

const testEntries = z.object({ host: z.string(), address: z.string(), until: z.number() });
/** A host and an address that count as listed for one test; `until` is ms since epoch. */
export type TestEntries = Readonly<z.infer<typeof testEntries>>;

/**
 * The entries listed during a self-test: one host and one wallet address, made of random bytes for each test and
 * deleted after it. No page can know them, so none can use them to detect the extension or to have something blocked.
 */
export class SelfTestEntries {
  readonly #stored: StoredState<TestEntries | null>;
  readonly #now: () => number;
  #hashes: ReadonlyMap<number, { readonly hash: string; readonly type: string }> = new Map();

  constructor(session: SessionArea, now: () => number) {
    this.#stored = new StoredState({
      place: inSession(session, 'self-test'),
      schema: z.nullable(testEntries),
      initial: null,
    });
    this.#now = now;
  }

  /** Continues a test that began before the worker ended. */
  async load(): Promise<void> {
    await this.#stored.load();
    this.#hash();
  }

  /** Begins a test, replacing any other one. Returns when its entries count. */
  async begin(): Promise<TestEntries> {
    const host = testHost(randomHex(HOST_BYTES));
    const entries = { host, address: `0x${randomHex(ADDRESS_BYTES)}`, until: this.#now() + LIFETIME_MS };
    await this.#set(entries);
    return entries;
  }

  end(): Promise<void> {
    return this.#set(null);
  }

  /** The list with the entries of the running test. They are looked up like every other entry. */
  addedTo(list: ListView): ListView {
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
    return this.#now() < (this.#stored.value?.until ?? 0);
  }

  /** `isOwn`, because no service can say anything about it. */
  #hot(hash: Uint8Array): HotHit | false {
    const entry = this.#counts && this.#hashes.get(prefixOf(hash));
    if (!entry || entry.hash !== toHex(hash)) return false;
    return { at: this.#now(), words: { type: entry.type }, isOwn: true };
  }

  async #set(entries: TestEntries | null): Promise<void> {
    await this.#stored.store(() => entries);
    this.#hash();
  }

  #hash(): void {
    const entries = this.#stored.value;
    if (entries === null) {
      this.#hashes = new Map();
      return;
    }
    const expressions = [
      [`${entries.host}/`, 'URL'] as const,
      ...expressionsOf({ type: 'ADDRESS', content: entries.address }).map((each) => [each, 'ADDRESS'] as const),
    ];
    const hashed = expressions.map(([each, type]) => [hashExpression(each), type] as const);
    this.#hashes = new Map(hashed.map(([hash, type]) => [prefixOf(hash), { hash: toHex(hash), type }]));
  }
}

const randomHex = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));
