/** How many requests one caller may make: `perMinute` on average, `burst` at once (default: as many as `perMinute`). */
export type RateLimit = { readonly perMinute: number; readonly burst?: number };

type Bucket = { tokens: number; at: number };

const MAX_BUCKETS = 100_000;
/** A site has up to 65,536 networks, and one person may use all of them. */
const NETWORKS_OF_SITE = 16;

/** A token bucket for each caller, in this process alone; beyond {@link MAX_BUCKETS} the idlest start again full. */
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
   * Takes one request, or `cost`, from a caller's bucket, of its own limit if it has one.
   * @returns 0 if it may proceed, else the seconds to wait, at least 1
   */
  take(caller: string, { perMinute, burst = perMinute }: RateLimit = this.#limit, cost = 1): number {
    const wanted = Math.max(1, Math.min(cost, burst));
    const now = this.#now();
    const bucket = this.#buckets.get(caller) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute);
    bucket.at = now;
    if (bucket.tokens < wanted) return Math.max(1, Math.ceil(((wanted - bucket.tokens) / perMinute) * 60));
    bucket.tokens -= wanted;
    // A map keeps insertion order: the first entries are those idle longest.
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    if (this.#buckets.size > MAX_BUCKETS) this.#forgetOldest();
    return 0;
  }

  /**
   * Takes from the bucket of an address' network, and for IPv6 of its site, {@link NETWORKS_OF_SITE} times as large.
   * @returns as {@link take}
   */
  takeFrom(kind: string, address: string, limit: RateLimit = this.#limit, cost = 1): number {
    const network = networkOf(address);
    const wait = this.take(`${kind} ${network}`, limit, cost);
    if (wait > 0 || siteOf(network) === network) return wait;
    const { perMinute, burst = perMinute } = limit;
    const ofSite = { perMinute: perMinute * NETWORKS_OF_SITE, burst: burst * NETWORKS_OF_SITE };
    return this.take(`${kind} ${siteOf(network)}`, ofSite, cost);
  }

  /** Deletes half of them at once: deleting one at a time would iterate over deleted entries each time. */
  #forgetOldest(): void {
    let left = MAX_BUCKETS / 2;
    for (const caller of this.#buckets.keys()) {
      if (left-- === 0) return;
      this.#buckets.delete(caller);
    }
  }
}

/**
 * The network that an address counts as: an IPv4 address itself, of IPv6 its /64, which one subscriber gets (RFC 6177).
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const full = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ? tail.split(':') : [])];
  return full
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** The largest network that one site gets, around a network as {@link networkOf} names it: of IPv6 the /48 (RFC 6177). */
export const siteOf = (network: string): string => network.split(':').slice(0, 3).join(':');
