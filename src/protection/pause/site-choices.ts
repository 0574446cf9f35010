import * as z from 'zod/mini';
import { HOUR } from '../../storage/duration.ts';
import type { Records } from '../../storage/records.ts';
import type { SessionArea } from '../../storage/session.ts';
import { inRecords, inSession, StoredState } from '../../storage/stored-state.ts';
import { type Pause, pause } from './pause.ts';

/** Enough for a lifetime; the oldest are removed first. */
const MAX_COUNT = 500;

export type SiteChoicesParts = {
  readonly records: Pick<Records, 'read' | 'write'>;
  readonly session: SessionArea;
  /** Whether a choice in this tab must not be written to disk. */
  readonly isPrivate: (tabId: number) => Promise<boolean>;
  /** Milliseconds since epoch. */
  readonly now: () => number;
};

/**
 * The hosts on which a person wants no notices, no marks or no protection: for good, for an hour, or until the browser closes. Those of
 * private windows are forgotten with the last of them.
 */
export class SiteChoices {
  protected readonly parts: SiteChoicesParts;
  readonly #lasting: StoredState<Pause[]>;
  readonly #ofSession: StoredState<Pause[]>;
  readonly #ofPrivate: StoredState<Pause[]>;

  /** @param key its name in the storage */
  constructor(key: string, parts: SiteChoicesParts) {
    this.parts = parts;
    const state = { schema: z.array(pause), initial: [] };
    this.#lasting = new StoredState<Pause[]>({ ...state, place: inRecords(parts.records, key) });
    this.#ofSession = new StoredState<Pause[]>({ ...state, place: inSession(parts.session, key) });
    this.#ofPrivate = new StoredState<Pause[]>({ ...state, place: inSession(parts.session, `${key} private`) });
  }

  get #all() {
    return [this.#lasting, this.#ofSession, this.#ofPrivate];
  }

  async load(): Promise<void> {
    await Promise.all(this.#all.map((state) => state.load()));
  }

  /** The choices in force, once loaded: those of all sites first, then those for good, the latest first. */
  get list(): readonly Pause[] {
    const now = this.parts.now();
    const isInForce = ({ until }: Pause) => until === null || (now < until && until - now <= HOUR);
    const inForce = this.#all.flatMap(({ value }) => value).filter(isInForce);
    return inForce.sort((a, b) => Number(a.host !== null) - Number(b.host !== null));
  }

  async has(host: string): Promise<boolean> {
    await this.load();
    return this.list.some((one) => one.host === host);
  }

  /** The hosts that the settings show: those chosen for good, latest first. */
  async hosts(): Promise<string[]> {
    await this.load();
    return this.#lasting.value.flatMap(({ host }) => host ?? []);
  }

  /**
   * Chooses a host, or with null every site, in place of an earlier choice. Rejects if it cannot be written.
   * @param isLasting whether it outlives the browser; never in a private window
   */
  async add(host: string | null, isLasting: boolean, tabId: number, until: number | null = null): Promise<void> {
    const isPrivate = host !== null && (await this.parts.isPrivate(tabId));
    const state = isPrivate ? this.#ofPrivate : isLasting ? this.#lasting : this.#ofSession;
    await this.remove(host);
    await state.store((all) => [{ host, until }, ...all.filter((one) => one.host !== host)].slice(0, MAX_COUNT));
  }

  /** Takes the choice of a host, or with null the one of every site, back. Rejects if it cannot be written. */
  async remove(host: string | null): Promise<void> {
    for (const state of this.#all)
      await state.store((all) => (all.some((one) => one.host === host) ? all.filter((one) => one.host !== host) : all));
  }

  /** Called when the last private window was closed. */
  async forgetPrivate(): Promise<void> {
    await this.#ofPrivate.store((all) => (all.length > 0 ? [] : all));
  }
}
