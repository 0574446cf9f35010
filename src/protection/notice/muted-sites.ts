import * as z from 'zod/mini';
import type { Records } from '../../storage/records.ts';
import { type SessionArea, SessionValue } from '../../storage/session.ts';
import type { Muted } from './notice.ts';

const hosts = z.array(z.string());
/** Storage keys of the sites on which a person wants no notices or no marks. */
const KEYS = { notices: 'mutedSites', marks: 'unmarkedSites' } as const;

/** Enough for a lifetime of closed notices; the oldest are removed first. */
const MAX_COUNT = 500;

type MutedSitesParts = {
  readonly of: Muted;
  readonly records: Pick<Records, 'read' | 'write'>;
  readonly session: SessionArea;
  /** Whether a mute in this tab must not be written to disk. */
  readonly isPrivate: (tabId: number) => Promise<boolean>;
};

/** The hosts on which a person wants no notices, or no marks: permanently, or until the browser closes. */
export class MutedSites {
  readonly #parts: MutedSitesParts;
  readonly #key: string;
  readonly #session: SessionValue<string[]>;
  #kept: readonly string[] = [];
  #closed: readonly string[] = [];
  #reading: Promise<void> | null = null;

  constructor(parts: MutedSitesParts) {
    this.#parts = parts;
    this.#key = KEYS[parts.of];
    this.#session = new SessionValue(parts.session, this.#key, hosts);
  }

  /** Every permanently muted host, latest first. */
  async list(): Promise<readonly string[]> {
    await this.#read();
    return this.#kept;
  }

  async has(host: string): Promise<boolean> {
    await this.#read();
    return this.#kept.includes(host) || this.#closed.includes(host);
  }

  /** Mutes a host until the browser closes: the person closed the notice about it. */
  async close(host: string): Promise<void> {
    await this.#read();
    this.#closed = withFirst(host, this.#closed);
    await this.#session.write([...this.#closed]);
  }

  /** Mutes a host permanently; in a private window, until the session ends. Rejects if it cannot be written. */
  async mute(host: string, tabId: number): Promise<void> {
    await this.close(host);
    if (await this.#parts.isPrivate(tabId)) return;
    await this.#keep(withFirst(host, this.#kept));
  }

  /** Unmutes a host. Rejects if it cannot be written. */
  async restore(host: string): Promise<void> {
    await this.#read();
    await this.#keep(this.#kept.filter((muted) => muted !== host));
    this.#closed = this.#closed.filter((closed) => closed !== host);
    await this.#session.write([...this.#closed]);
  }

  async #keep(kept: readonly string[]): Promise<void> {
    await this.#parts.records.write({ [this.#key]: kept });
    this.#kept = kept;
  }

  /** An unreadable record mutes nothing. */
  #read(): Promise<void> {
    const kept = () => this.#parts.records.read(this.#key).catch(() => []);
    this.#reading ??= Promise.all([kept(), this.#session.read()]).then(([[stored], closed]) => {
      this.#kept = hosts.safeParse(stored).data ?? [];
      this.#closed = closed ?? [];
    });
    return this.#reading;
  }
}

const withFirst = (host: string, others: readonly string[]): string[] =>
  [host, ...others.filter((other) => other !== host)].slice(0, MAX_COUNT);
