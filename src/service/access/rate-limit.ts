/** How many requests one caller may make: `perMinute` on average, and `atOnce`, which are as many where nothing is said. */
export type RateLimit = { readonly perMinute: number; readonly atOnce?: number };

type Bucket = { tokens: number; at: number };

const MAX_BUCKETS = 100_000;

/**
 * A token bucket for each caller (a name of any kind), in the memory of this process: of several processes each lets through as
 * many. Of too many callers, those that have been quiet longest are forgotten and begin again.
 */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param now milliseconds of a clock that never runs backwards */
  constructor(limit: RateLimit, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /**
   * Takes one request from a caller's bucket.
   * @param limit the caller's own, where it has one
   * @param cost as how many requests it counts; as all of them where it would be more
   * @returns 0 when it may go on, else the seconds to wait, at least 1
   */
  take(caller: string, { perMinute, atOnce = perMinute }: RateLimit = this.#limit, cost = 1): number {
    const wanted = Math.max(1, Math.min(cost, atOnce));
    const now = this.#now();
    const bucket = this.#buckets.get(caller) ?? { tokens: atOnce, at: now };
    bucket.tokens = Math.min(atOnce, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute);
    bucket.at = now;
    if (bucket.tokens < wanted) return Math.max(1, Math.ceil(((wanted - bucket.tokens) / perMinute) * 60));
    bucket.tokens -= wanted;
    // Last used last, so that the first ones are those that have been refilling longest.
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    if (this.#buckets.size > MAX_BUCKETS) this.#forgetOldest();
    return 0;
  }

  /** The half that has been quiet longest, at once: one by one, each would walk past all that were forgotten before. */
  #forgetOldest(): void {
    let left = MAX_BUCKETS / 2;
    for (const caller of this.#buckets.keys()) {
      if (left-- === 0) return;
      this.#buckets.delete(caller);
    }
  }
}
