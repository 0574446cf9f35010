import * as z from 'zod/mini';
import { matchDetail } from '../../api/blocklist.ts';
import type { ProtectionStore } from '../store.ts';
import { type Hit, type ListView, prefixOfHex } from '../verdict/lookup.ts';

/** The service's details about a listed hash. */
export type Detail = z.infer<typeof matchDetail>;

const bucket = z.object({
  /** All listed full hashes in this bucket, from the service. */
  hashes: z.array(z.string()),
  details: z.record(z.string(), matchDetail),
  /** Local prefixes this answer was fetched for: only for these does an absent hash count as unlisted, because the list may have grown. */
  asked: z.array(z.int()),
  /** Milliseconds since epoch. */
  fetchedAt: z.number(),
  expiresAt: z.number(),
});
type Bucket = Readonly<z.infer<typeof bucket>>;

export type CachedAnswer =
  | { readonly kind: 'listed'; readonly detail: Detail | undefined; readonly at: number }
  | { readonly kind: 'clear'; readonly at: number };

/** A shorter TTL would ask again while the browser still moves from the warning page to the site. */
const MIN_TTL_SECONDS = 30;
const MAX_TTL_SECONDS = 86_400;
const MAX_BUCKETS = 2_000;

/** The service's complete answers, each with all hashes of a bucket: in memory, and in IndexedDB for the next worker. */
export class BucketCache {
  readonly #store: ProtectionStore;
  #buckets = new Map<string, Bucket>();
  /** Keys of answers that are only in memory. */
  readonly #unstored = new Set<string>();

  constructor(store: ProtectionStore) {
    this.#store = store;
  }

  /** Reads the stored answers. Expired ones are removed afterwards, because a verdict waits for this. */
  async load(now: number): Promise<void> {
    const stored = await this.#store.load('buckets', bucket);
    const expired = [...stored].filter(([, { expiresAt }]) => expiresAt <= now).map(([key]) => key);
    for (const key of expired) stored.delete(key);
    this.#buckets = new Map([...stored, ...this.#buckets]);
    if (expired.length > 0) this.#store.remove('buckets', expired).catch(() => undefined);
  }

  /** The cached answer about a hit; null if the service must be asked. */
  answer(hit: Hit, prefixLength: number, now: number): CachedAnswer | null {
    const stored = this.#buckets.get(hit.hash.slice(0, prefixLength));
    if (!stored || now >= stored.expiresAt || now < stored.fetchedAt) return null;
    if (stored.hashes.includes(hit.hash))
      return { kind: 'listed', detail: stored.details[hit.hash], at: stored.fetchedAt };
    return stored.asked.includes(hit.prefix) ? { kind: 'clear', at: stored.fetchedAt } : null;
  }

  /**
   * Keeps one answer, whose hashes are full ones of this bucket in lower case.
   * @param isStored whether it survives the worker
   * @throws StorageFailure when it could only be kept in memory
   */
  async keep(
    key: string,
    answer: { hashes: readonly string[]; details: Readonly<Record<string, Detail>>; ttlSeconds: number },
    asked: readonly number[],
    now: number,
    isStored = true,
  ): Promise<void> {
    const hashes = [...answer.hashes];
    const life = Math.min(Math.max(answer.ttlSeconds, MIN_TTL_SECONDS), MAX_TTL_SECONDS) * 1000;
    const details = Object.fromEntries(
      hashes.flatMap((hash) => (answer.details[hash] ? [[hash, answer.details[hash]]] : [])),
    );
    // Earlier content that was only in memory is not stored with a later answer.
    const before = isStored && this.#unstored.has(key) ? [] : (this.#buckets.get(key)?.asked ?? []);
    const value: Bucket = {
      hashes,
      details,
      asked: [...new Set([...before, ...asked])],
      fetchedAt: now,
      expiresAt: now + life,
    };
    this.#buckets.delete(key);
    this.#buckets.set(key, value);
    const surplus = [...this.#buckets.keys()].slice(0, Math.max(0, this.#buckets.size - MAX_BUCKETS));
    for (const old of surplus) this.#buckets.delete(old);
    if (isStored) this.#unstored.delete(key);
    else this.#unstored.add(key);
    if (surplus.length > 0) await this.#store.remove('buckets', surplus);
    await this.#put(key, value);
  }

  /** Deletes the answer about a bucket, so that it is asked for again. */
  async forget(key: string): Promise<void> {
    if (this.#buckets.delete(key)) await this.#store.remove('buckets', [key]);
  }

  /**
   * Removes every hash and every asked prefix that is no longer on the list, and buckets that are empty then.
   * @throws StorageFailure when the change could only be made in memory
   */
  async prune(list: Pick<ListView, 'has'>): Promise<void> {
    const gone: string[] = [];
    const changed: [string, Bucket][] = [];
    for (const [key, stored] of this.#buckets) {
      const hashes = stored.hashes.filter((hash) => list.has(prefixOfHex(hash)));
      const asked = stored.asked.filter((prefix) => list.has(prefix));
      if (hashes.length === stored.hashes.length && asked.length === stored.asked.length) continue;
      if (asked.length === 0) {
        this.#buckets.delete(key);
        gone.push(key);
        continue;
      }
      const value = { ...stored, hashes, asked };
      this.#buckets.set(key, value);
      changed.push([key, value]);
    }
    for (const [key, value] of changed) await this.#put(key, value);
    if (gone.length > 0) await this.#store.remove('buckets', gone);
  }

  async #put(key: string, value: Bucket): Promise<void> {
    if (!this.#unstored.has(key)) await this.#store.put('buckets', key, value);
  }
}
