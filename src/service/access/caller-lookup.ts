import type { Caller } from './api-key.ts';

type Look = (key: string) => Promise<Caller | null>;
type Cached = { readonly at: number; readonly found: Promise<Caller | null> };

/**
 * How long a key that was looked up is cached, in ms. Another process accepts a revoked key for this long, and learns of a change of
 * the list after this long.
 */
export const CALLER_CACHE_MS = 100;
/** Keys. */
const MAX_CACHED = 10_000;

/** Looks up the caller of a key and caches it for {@link CALLER_CACHE_MS}: all users of a branded build send the same key. */
export class CallerLookup {
  readonly #look: Look;
  readonly #now: () => number;
  readonly #cache = new Map<string, Cached>();

  /** @param now milliseconds of a clock that never runs backwards */
  constructor(look: Look, now: () => number = () => performance.now()) {
    this.#look = look;
    this.#now = now;
  }

  /** Null for an unknown or revoked key. @throws what the lookup throws */
  of(key: string): Promise<Caller | null> {
    const now = this.#now();
    const known = this.#cache.get(key);
    if (known && now - known.at < CALLER_CACHE_MS) return known.found;
    const cached = { at: now, found: this.#look(key) };
    this.#cache.delete(key);
    this.#cache.set(key, cached);
    const oldest = this.#cache.size > MAX_CACHED ? this.#cache.keys().next().value : undefined;
    if (oldest !== undefined) this.#cache.delete(oldest);
    const forget = () => {
      if (this.#cache.get(key) === cached) this.#cache.delete(key);
    };
    // Unknown keys are not cached, however many are tried.
    cached.found.then((caller) => caller ?? forget(), forget);
    return cached.found;
  }

  /** Empties the cache, because this process changed what is stored with a key. */
  forget(): void {
    this.#cache.clear();
  }
}
