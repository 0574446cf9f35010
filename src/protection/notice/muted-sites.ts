import * as z from 'zod/mini';
import type { Records } from '../../storage/records.ts';
import type { SessionArea } from '../../storage/session.ts';
import { inRecords, inSession, StoredState } from '../../storage/stored-state.ts';

const hosts = z.array(z.string());
/** Storage keys of the sites on which a person wants no notices or no marks. */
const KEYS = { notices: 'mutedSites', marks: 'unmarkedSites' } as const;

/** Enough for a lifetime of closed notices; the oldest are removed first. */
const MAX_COUNT = 500;

type MutedSitesParts = {
  readonly of: keyof typeof KEYS;
  readonly records: Pick<Records, 'read' | 'write'>;
  readonly session: SessionArea;
  /** Whether a mute in this tab must not be written to disk. */
  readonly isPrivate: (tabId: number) => Promise<boolean>;
};

/**
 * The hosts on which a person wants no notices, or no marks: permanently, or until the browser closes. Those of private windows
 * are forgotten with the last of them.
 */
export class MutedSites {
  readonly #parts: MutedSitesParts;
  readonly #kept: StoredState<string[]>;
  readonly #closed: StoredState<string[]>;
  readonly #ofPrivate: StoredState<string[]>;

  constructor(parts: MutedSitesParts) {
    this.#parts = parts;
    const key = KEYS[parts.of];
    this.#kept = new StoredState({ place: inRecords(parts.records, key), schema: hosts, initial: [] });
    const inMemory = (name: string) => ({ place: inSession(parts.session, name), schema: hosts, initial: [] });
    this.#closed = new StoredState(inMemory(key));
    this.#ofPrivate = new StoredState(inMemory(`${key} private`));
  }

  /** Every permanently muted host, latest first. */
  async list(): Promise<readonly string[]> {
    await this.#kept.load();
    return this.#kept.value;
  }

  async has(host: string): Promise<boolean> {
    const all = [this.#kept, this.#closed, this.#ofPrivate];
    await Promise.all(all.map((muted) => muted.load()));
    return all.some(({ value }) => value.includes(host));
  }

  /** Mutes a host until the browser closes: the person closed the notice about it. */
  async close(host: string, tabId: number): Promise<void> {
    const muted = (await this.#parts.isPrivate(tabId)) ? this.#ofPrivate : this.#closed;
    await muted.store((closed) => withFirst(host, closed));
  }

  /** Mutes a host permanently; in a private window, until the last of them closes. Rejects if it cannot be written. */
  async mute(host: string, tabId: number): Promise<void> {
    await this.close(host, tabId);
    if (await this.#parts.isPrivate(tabId)) return;
    await this.#kept.store((kept) => withFirst(host, kept));
  }

  /** Unmutes a host. Rejects if it cannot be written. */
  async restore(host: string): Promise<void> {
    for (const muted of [this.#kept, this.#closed, this.#ofPrivate])
      await muted.store((all) => (all.includes(host) ? all.filter((other) => other !== host) : all));
  }

  /** Called when the last private window was closed. */
  async forgetPrivate(): Promise<void> {
    await this.#ofPrivate.store((all) => (all.length > 0 ? [] : all));
  }
}

const withFirst = (host: string, others: readonly string[]): string[] =>
  [host, ...others.filter((other) => other !== host)].slice(0, MAX_COUNT);
