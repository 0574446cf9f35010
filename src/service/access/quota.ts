import type { Quota } from '../../api/operation.ts';
import { networkOf } from './network.ts';
import { Pace } from './pace.ts';
import { RateLimiter } from './rate-limit.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export type QuotaLimits = {
  /** Reports, disputes and uploads an hour, of each kind, for each address. */
  readonly addressPerHour: number;
  /** And for each key: one of a build is shared by everybody who has the build. */
  readonly keyPerHour: number;
  /** Addresses behind which many people are, as those of an organization's offices. */
  readonly sharedNetworks: Pick<TrustedProxies, 'has'>;
};

export const ADDRESS_QUOTA = 60;
export const KEY_QUOTA = 60_000;

/** How many people are taken to be behind a shared address. */
const PEOPLE = 2_000;
/** KiB of text that may be parsed for each report that may be filed; a shorter text counts as one. */
const PARSES = 60;

/** Who is out of quota, and the seconds to wait. */
export type OutOfQuota = { readonly by: 'key' | 'address'; readonly retryAfterSeconds: number };

/** Counts what clients do, by address and by key, in the memory of this process. What an address may do can be done at once. */
export class Quotas {
  readonly #limits: QuotaLimits;
  readonly #limiter: RateLimiter;
  readonly #pace: Pace;

  /** @param now milliseconds of a clock that never runs backwards */
  constructor(limits: QuotaLimits, now?: () => number) {
    this.#limits = limits;
    this.#limiter = new RateLimiter(hourly(limits.addressPerHour), now);
    this.#pace = new Pace(now);
  }

  /**
   * Takes one from the quotas of an address and of a key; null where both have enough.
   * @param bytes of the body
   */
  take(quota: Quota, keyId: number | null, address: string, bytes = 0): OutOfQuota | null {
    const { addressPerHour, keyPerHour, sharedNetworks } = this.#limits;
    const worth = quota === 'parsing' ? PARSES : 1;
    const people = sharedNetworks.has(address) ? PEOPLE : 1;
    const ofAddress = `${quota} address ${networkOf(address)}`;
    const waitOfAddress = this.#limiter.take(ofAddress, hourly(addressPerHour * worth * people), costOf(quota, bytes));
    if (waitOfAddress > 0) return { by: 'address', retryAfterSeconds: waitOfAddress };
    const ofKey = `${quota} key ${keyId}`;
    const waitOfKey = keyId === null ? 0 : this.#limiter.take(ofKey, hourly(keyPerHour * worth), costOf(quota, bytes));
    return waitOfKey > 0 ? { by: 'key', retryAfterSeconds: waitOfKey } : null;
  }

  /**
   * The turn of one of those who share a key: what a key may do in an hour is spread over the hour, so that a crowd with the key of a
   * build does not take the machine from everyone else.
   * @returns milliseconds to wait for it; null where too many are waiting already
   */
  turn(quota: Quota, keyId: number, bytes = 0): number | null {
    const worth = quota === 'parsing' ? PARSES : 1;
    return this.#pace.take(`${quota} ${keyId}`, this.#limits.keyPerHour * worth, costOf(quota, bytes));
  }
}

const costOf = (quota: Quota, bytes: number): number =>
  quota === 'parsing' ? Math.max(1, Math.ceil(bytes / 1_024)) : 1;
const hourly = (count: number) => ({ perMinute: count / 60, atOnce: count });
