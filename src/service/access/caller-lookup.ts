import type { Caller } from './api-key.ts';

type Look = (key: string) => Promise<Caller | null>;

/**
 * Looks up whose a key is. Requests that come with one key at the same time share a lookup: everybody who uses a branded build has
 * the same key. One that comes while a lookup is under way waits for the next, so that a key ends the moment it is revoked.
 */
export class CallerLookup {
  readonly #look: Look;
  readonly #running = new Map<string, Promise<Caller | null>>();
  readonly #waiting = new Map<string, Promise<Caller | null>>();

  constructor(look: Look) {
    this.#look = look;
  }

  /** Null for an unknown or revoked key. @throws what the lookup throws */
  of(key: string): Promise<Caller | null> {
    const waiting = this.#waiting.get(key);
    if (waiting) return waiting;
    const running = this.#running.get(key);
    if (!running) return this.#run(key);
    const next = running
      .catch(() => null)
      .then(() => {
        this.#waiting.delete(key);
        return this.#run(key);
      });
    this.#waiting.set(key, next);
    return next;
  }

  #run(key: string): Promise<Caller | null> {
    const running = this.#look(key).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }
}
