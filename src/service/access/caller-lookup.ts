import type { Caller } from './api-key.ts';

type Look = (key: string) => Promise<Caller | null>;
type Held = { readonly at: number; readonly found: Promise<Caller | null> };

/**
 * How old what is known of a key may be, in ms: how long a revoked key goes on in another process than the one that revoked it, and how
 * long a change of the list takes to be known there.
 */
export const CALLER_AGE_MS = 100;
/** Keys that are remembered. */
const MAX_HELD = 10_000;

/**
 * Looks up whose a key is. Everybody who uses a branded build has the same key: what was found is good for all who come within
 * {@link CALLER_AGE_MS} of the moment at which it was asked for.
 */
export class CallerLookup {
  readonly #look: Look;
  readonly #now: () => number;
  readonly #held = new Map<string, Held>();

  /** @param now milliseconds of a clock that never runs backwards */
  constructor(look: Look, now: () => number = () => performance.now()) {
    this.#look = look;
    this.#now = now;
  }

  /** Null for an unknown or revoked key. @throws what the lookup throws */
  of(key: string): Promise<Caller | null> {
    const now = this.#now();
    const known = this.#held.get(key);
    if (known && now - known.at < CALLER_AGE_MS) return known.found;
    const held = { at: now, found: this.#look(key) };
    this.#held.delete(key);
    this.#held.set(key, held);
    const oldest = this.#held.size > MAX_HELD ? this.#held.keys().next().value : undefined;
    if (oldest !== undefined) this.#held.delete(oldest);
    const forget = () => {
      if (this.#held.get(key) === held) this.#held.delete(key);
    };
    // Of what is no key nothing is kept, however many are tried.
    held.found.then((caller) => caller ?? forget(), forget);
    return held.found;
  }

  /** Reads every key again at its next use: this process changed what is stored with one. */
  forget(): void {
    this.#held.clear();
  }
}
