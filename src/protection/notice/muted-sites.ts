import * as z from 'zod/mini';
import type { Records } from '../../storage/records.ts';
import { type SessionArea, SessionValue } from '../../storage/session.ts';
import type { Muted } from './notice.ts';

const hosts = z.array(z.string());
/** Where it is kept on which sites a person wants none of something. */
const KEYS = { notices: 'mutedSites', marks: 'unmarkedSites' } as const;

/** Enough for a lifetime of closing notices; the oldest go first. */
const MAX_COUNT = 500;

type MutedSitesParts = {
  readonly of: Muted;
  readonly records: Pick<Records, 'read' | 'write'>;
  readonly session: SessionArea;
  /** Whether what is muted in a tab must not be written to the disk. */
  readonly isPrivate: (tabId: number) => Promise<boolean>;
};

/** The hosts on which a person wants no notice, or no marks: permanently, or until the browser closes. */
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

  /** Every host that is muted permanently, the latest first. */
  async list(): Promise<readonly string[]> {
    await this.#read();
    return this.#kept;
  }

  async has(host: string): Promise<boolean> {
    await this.#read();
    return this.#kept.includes(host) || this.#closed.includes(host);
  }

  /** Nothing on a host before the browser is closed: the notice about it was closed. */
  async close(host: string): Promise<void> {
    await this.#read();
    this.#closed = withFirst(host, this.#closed);
    await this.#session.write([...this.#closed]);
  }

  /** Nothing on a host any more. What a private window mutes ends with the session. Rejects where it cannot be written. */
  async mute(host: string, tabId: number): Promise<void> {
    await this.close(host);
    if (await this.#parts.isPrivate(tabId)) return;
    await this.#keep(withFirst(host, this.#kept));
  }

  /** All of it comes on a host again. Rejects where it cannot be written. */
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

  /** What cannot be read mutes nothing. */
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
