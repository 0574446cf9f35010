import * as z from 'zod/mini';
import { hashExpression, prefixOf, toHex } from '../../asset/hash.ts';
import { expressionsOf } from '../../asset/url/expression.ts';
import type { HotHit } from '../../blocklist/list-info.ts';
import { MINUTE } from '../../storage/duration.ts';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';
import { testHost } from './test-host.ts';

/** How long a test's entries count, whatever happens to its page. */
const LIFETIME = 2 * MINUTE;
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
  #hashes: ReadonlyMap<number, string> = new Map();

  constructor(session: SessionArea, now: () => number) {
    const place = inSession(session, 'self-test');
    this.#stored = new StoredState({ place, schema: z.nullable(testEntries), initial: null });
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
    const entries = { host, address: `0x${randomHex(ADDRESS_BYTES)}`, until: this.#now() + LIFETIME };
    await this.#set(entries);
    return entries;
  }

  end(): Promise<void> {
    return this.#set(null);
  }

  /** Whether an entry of the running test has this prefix. Looked up beside the list. */
  has(prefix: number): boolean {
    return this.#now() < (this.#stored.value?.until ?? 0) && this.#hashes.has(prefix);
  }

  /** The entry of the running test with a full hash of 32 bytes. `isOwn`, because no service can say anything about it. */
  hot(hash: Uint8Array): HotHit | false {
    const isListed = this.has(prefixOf(hash)) && this.#hashes.get(prefixOf(hash)) === toHex(hash);
    return isListed && { at: this.#now(), words: undefined, isOwn: true };
  }

  async #set(entries: TestEntries | null): Promise<void> {
    await this.#stored.store(() => entries);
    this.#hash();
  }

  #hash(): void {
    const entries = this.#stored.value;
    const expressions = entries
      ? [`${entries.host}/`, ...expressionsOf({ type: 'ADDRESS', content: entries.address })]
      : [];
    this.#hashes = new Map(expressions.map(hashExpression).map((hash) => [prefixOf(hash), toHex(hash)]));
  }
}

const randomHex = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));
