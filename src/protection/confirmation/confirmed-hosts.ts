import * as z from 'zod/mini';
import { isTestHost } from '../health/test-host.ts';
import { hostOf, isWithin } from '../rules/rules.ts';
import type { ProtectionStore } from '../store.ts';
import { type Hit, type ListView, prefixOfHex } from '../verdict/lookup.ts';
import type { Detail } from './bucket-cache.ts';

const confirmedHost = z.object({
  host: z.string(),
  /** Full hash of the expression `host/`, in hex. */
  hash: z.string(),
  type: z.optional(z.string()),
  reason: z.optional(z.string()),
  listedAt: z.optional(z.string()),
  source: z.optional(z.string()),
  /** Milliseconds since epoch. */
  confirmedAt: z.number(),
});
/** Maximum number of hosts that are kept; the oldest are removed first. The browser stops these without a request. */
const MAX_HOSTS = 1_000;

export type ConfirmedHost = Readonly<z.infer<typeof confirmedHost>>;

/** Hosts that the service confirmed to this profile: blocked without another request while their prefix is on the list. */
export class ConfirmedHosts {
  readonly #store: ProtectionStore;
  #hosts = new Map<string, ConfirmedHost>();

  constructor(store: ProtectionStore) {
    this.#store = store;
  }

  async load(): Promise<void> {
    this.#hosts = new Map([...(await this.#store.load('hosts', confirmedHost)), ...this.#hosts]);
  }

  get all(): readonly ConfirmedHost[] {
    return [...this.#hosts.values()];
  }

  /** Whether a prefix belongs to a confirmed host. */
  hasPrefix(prefix: number): boolean {
    return this.all.some(({ hash }) => prefixOfHex(hash) === prefix);
  }

  /** The record for an expression `host/`; undefined for every other expression. */
  of(expression: string): ConfirmedHost | undefined {
    const host = hostOf(expression);
    return host === null ? undefined : this.#hosts.get(host);
  }

  /**
   * Keeps the host of a confirmed hit, in place of the oldest where there are too many; returns whether it is new. Hits that
   * list no host, and those of a self-test, are not kept.
   * @throws StorageFailure when it could only be kept in memory
   */
  async add(hit: Hit, detail: Detail | undefined, now: number): Promise<boolean> {
    const host = hostOf(hit.expression);
    if (host === null || isTestHost(host) || this.#hosts.has(host)) return false;
    const value: ConfirmedHost = { host, hash: hit.hash, ...detail, confirmedAt: now };
    this.#hosts.set(host, value);
    await this.#store.put('hosts', host, value);
    const surplus = this.all.length - MAX_HOSTS;
    if (surplus > 0) {
      const oldest = [...this.all].sort((one, other) => one.confirmedAt - other.confirmedAt).slice(0, surplus);
      await this.#drop((kept) => oldest.includes(kept));
    }
    return true;
  }

  /** Removes hosts whose prefix left the list; returns how many. */
  prune(list: Pick<ListView, 'has'>): Promise<number> {
    return this.#drop(({ hash }) => !list.has(prefixOfHex(hash)));
  }

  /** Removes the host of an expression that the service no longer lists. */
  remove(expression: string): Promise<number> {
    return this.#drop(({ host }) => host === hostOf(expression));
  }

  /** Removes every host that covers this one: their rules have lost their reason. Returns how many. */
  release(host: string): Promise<number> {
    return this.#drop((entry) => isWithin(host, entry.host));
  }

  async #drop(goes: (host: ConfirmedHost) => boolean): Promise<number> {
    const gone = this.all.filter(goes).map(({ host }) => host);
    for (const host of gone) this.#hosts.delete(host);
    if (gone.length > 0) await this.#store.remove('hosts', gone);
    return gone.length;
  }
}
