import { limited } from '../../storage/time-limit.ts';
import type { PolicyParts } from './policy.ts';

type Kept = PolicyParts['kept'];

/** A cache requires a web address as key; no request is ever sent to this one. */
const ADDRESS = 'https://policy.invalid/';

/**
 * The last policy, stored twice: as a record in the database, and in the browser's cache storage. Chromium empties all
 * databases of an extension if it finds them damaged, and may take minutes to report the policy after a start: until
 * then the copy applies. Content scripts can access neither.
 */
export class PolicyCopy implements Kept {
  readonly #record: Kept;
  readonly #open: () => Promise<Cache>;

  constructor(record: Kept, open: () => Promise<Cache> = () => caches.open('policy')) {
    this.#record = record;
    this.#open = open;
  }

  /** The record; if it is missing, the copy, which is then stored as the record again. Rejects if both fail. */
  async read(): Promise<unknown> {
    const kept = await this.#record.read().catch((error) => console.warn('The last policy could not be read', error));
    if (kept !== undefined) return kept;
    const copied = await this.#copied();
    if (copied !== undefined)
      await this.#record.write(copied).catch((error) => console.warn('The policy could not be stored again', error));
    return copied;
  }

  /** Writes both. Rejects if one fails, after both were tried. */
  async write(policy: unknown): Promise<void> {
    const results = await Promise.allSettled([this.#record.write(policy), this.#copy(policy)]);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  }

  async #copy(policy: unknown): Promise<void> {
    await limited(this.#open().then((cache) => cache.put(ADDRESS, new Response(JSON.stringify(policy)))));
  }

  async #copied(): Promise<unknown> {
    return limited(this.#open().then(async (cache) => (await cache.match(ADDRESS))?.json()));
  }
}
