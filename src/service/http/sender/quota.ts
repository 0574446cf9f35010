import type { Quota } from '../../../api/operation.ts';
import { MAX_UPLOAD_BYTES } from '../../../api/report/attachment.ts';
import type { Networks } from '../networks.ts';
import { RateLimiter } from './rate-limit.ts';

type QuotaLimits = {
  /**
   * Reports, disputes, uploads and scans an hour, of each kind, for each address. The files that it uploads in a week have at most the
   * size of so many uploads.
   */
  readonly addressPerHour: number;
  /** The same for each key: everybody who has a build shares its key. */
  readonly keyPerHour: number;
  /** Addresses that many people share, for example those of an office. */
  readonly sharedNetworks: Networks;
};

/** A shared address has the quota of this many people. */
const PEOPLE_PER_SHARED_ADDRESS = 2_000;
/** A text shorter than 1 KiB counts as 1 KiB. */
const PARSED_KIB_PER_REPORT = 60;
const WEEK_MINUTES = 7 * 24 * 60;

/** Scans are counted one by one, by the operation that orders them. */
type Counted = Quota | 'scans';

type OutOfQuota = { readonly by: 'key' | 'address'; readonly retryAfterSeconds: number };

/** Counts requests by address and by key, in the memory of this process. An address may use its hourly quota at once. */
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

  /** Takes one from the quotas of an address and of a key; null if both suffice. @param bytes of the body */
  take(quota: Counted, keyId: number | null, address: string, bytes = 0): OutOfQuota | null {
    const { addressPerHour, keyPerHour, sharedNetworks } = this.#limits;
    const worth = quota === 'parsing' ? PARSED_KIB_PER_REPORT : 1;
    const people = sharedNetworks.has(address) ? PEOPLE_PER_SHARED_ADDRESS : 1;
    const ofAddress = hourly(addressPerHour * worth * people);
    const waitOfAddress =
      this.#limiter.takeFrom(`${quota} address`, address, ofAddress, costOf(quota, bytes)) ||
      (quota === 'uploads' ? this.#takeBytes(address, addressPerHour * people * MAX_UPLOAD_BYTES, bytes) : 0);
    if (waitOfAddress > 0) return { by: 'address', retryAfterSeconds: waitOfAddress };
    const ofKey = `${quota} key ${keyId}`;
    const waitOfKey = keyId === null ? 0 : this.#limiter.take(ofKey, hourly(keyPerHour * worth), costOf(quota, bytes));
    return waitOfKey > 0 ? { by: 'key', retryAfterSeconds: waitOfKey } : null;
  }

  /** Files are kept for a week at least, so that what an address has uploaded is counted for a week, whatever key it used. */
  #takeBytes(address: string, most: number, bytes: number): number {
    return this.#limiter.takeFrom('uploaded bytes', address, { perMinute: most / WEEK_MINUTES, burst: most }, bytes);
  }

  /**
   * Spreads the quota of a shared key over the hour, so that one build's users never occupy the service.
   * @returns milliseconds to wait; null if too many wait
   */
  turn(quota: Quota, keyId: number, bytes = 0): number | null {
    const worth = quota === 'parsing' ? PARSED_KIB_PER_REPORT : 1;
    return this.#pace.take(`${quota} ${keyId}`, this.#limits.keyPerHour * worth, costOf(quota, bytes));
  }
}

const costOf = (quota: Counted, bytes: number): number =>
  quota === 'parsing' ? Math.max(1, Math.ceil(bytes / 1_024)) : 1;
const hourly = (count: number) => ({ perMinute: count / 60, burst: count });

/** This many requests with one key pass at once before the next ones are spread over time. */
const BURST = 5;
const MAX_WAIT_MS = 5_000;

/** Spreads requests evenly over time, first come, first served, after a small burst (generic cell rate algorithm, ITU-T I.371). */
export class Pace {
  readonly #now: () => number;
  /** When the next turn of each name is due. There are as many names as keys. */
  readonly #due = new Map<string, number>();

  /** @param now milliseconds of a clock that never runs backwards */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Takes the next `length` turns. @returns milliseconds to wait; null, and none is taken, beyond {@link MAX_WAIT_MS}
   */
  take(name: string, perHour: number, length = 1): number | null {
    const now = this.#now();
    const everyMs = 3_600_000 / perHour;
    const due = Math.max(this.#due.get(name) ?? now, now);
    const wait = Math.max(0, due - (BURST - 1) * everyMs - now);
    if (wait > MAX_WAIT_MS) return null;
    this.#due.set(name, due + length * everyMs);
    return wait;
  }
}
