type Window = { startedAt: number; used: number };

/**
 * How many submissions one address may make in a stretch of time. It counts in memory, per process: a limit against floods,
 * not an accounting. IPv6 addresses count by their /64, which is what one subscriber gets (RFC 6177).
 */
export class AddressQuota {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  constructor(limit: number, windowMs: number, now: () => number = Date.now) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** Counts one submission. Zero when it is allowed, else the seconds to wait. */
  take(address: string): number {
    const now = this.#now();
    this.#forgetOld(now);
    const key = subscriber(address);
    const window = this.#windows.get(key) ?? { startedAt: now, used: 0 };
    if (window.used >= this.#limit) return Math.ceil((window.startedAt + this.#windowMs - now) / 1000);
    window.used += 1;
    this.#windows.set(key, window);
    return 0;
  }

  /** Windows are kept in the order they began, so the ended ones are at the front. */
  #forgetOld(now: number): void {
    for (const [key, { startedAt }] of this.#windows) {
      if (now - startedAt < this.#windowMs) return;
      this.#windows.delete(key);
    }
  }
}

function subscriber(address: string): string {
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
