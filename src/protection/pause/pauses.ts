import * as z from 'zod/mini';
import type { Records } from '../../storage/records.ts';
import type { SessionArea } from '../../storage/session.ts';
import { inRecords, inSession, StoredState } from '../../storage/stored-state.ts';
import { type Allowance, allowanceOf } from '../allowance/allowance.ts';
import { isWeb } from '../warning/address.ts';
import { type Pause, type PauseLength, pause } from './pause.ts';

const HOUR_MS = 3_600_000;

type PausesParts = {
  readonly records: Pick<Records, 'read' | 'write'>;
  readonly session: SessionArea;
  /** Whether a pause in this tab must not be written to disk. */
  readonly isPrivate: (tabId: number) => Promise<boolean>;
  readonly now: () => number;
};

/** Where the person paused the protection. Only a pause of one site without an end outlives the browser. */
export class Pauses {
  readonly #parts: PausesParts;
  readonly #lasting: StoredState<Pause[]>;
  readonly #ofSession: StoredState<Pause[]>;
  readonly #ofPrivate: StoredState<Pause[]>;

  constructor(parts: PausesParts) {
    this.#parts = parts;
    const { records, session } = parts;
    const state = { schema: z.array(pause), initial: [] };
    this.#lasting = new StoredState<Pause[]>({ ...state, place: inRecords(records, 'pauses') });
    this.#ofSession = new StoredState<Pause[]>({ ...state, place: inSession(session, 'pauses') });
    this.#ofPrivate = new StoredState<Pause[]>({ ...state, place: inSession(session, 'pauses private') });
  }

  get #all() {
    return [this.#lasting, this.#ofSession, this.#ofPrivate];
  }

  async load(): Promise<void> {
    await Promise.all(this.#all.map((state) => state.load()));
  }

  /** The pauses in force, those of all sites first. */
  get list(): readonly Pause[] {
    const now = this.#parts.now();
    const isInForce = ({ until }: Pause) => until === null || (now < until && until - now <= HOUR_MS);
    const inForce = this.#all.flatMap(({ value }) => value).filter(isInForce);
    return inForce.sort((a, b) => Number(a.host !== null) - Number(b.host !== null));
  }

  /** The pause in force on a page, by its address; null if there is none. */
  on(url: string | undefined): Pause | null {
    const host = url !== undefined && isWeb(url) ? new URL(url).hostname : '';
    return this.list.find((one) => one.host === null || one.host === host) ?? null;
  }

  /** What the browser's own rules must let through for the pauses of one site. */
  get asAllowances(): readonly Allowance[] {
    const now = this.#parts.now();
    return this.list.flatMap(({ host }) => (host === null ? [] : allowanceOf(`${host}/`, 'always', { now })));
  }

  /** When the next pause ends, in ms since epoch; null if none does. */
  get nextEnd(): number | null {
    const ends = this.list.flatMap(({ until }) => until ?? []);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  /** Pauses the site of an address, or every site. Rejects if it cannot be written. */
  async begin(length: PauseLength, url: string, tabId: number): Promise<void> {
    const host = length === 'everywhere' ? null : new URL(url).hostname;
    const added = { host, until: length === 'hour' ? this.#parts.now() + HOUR_MS : null };
    const isPrivate = host !== null && (await this.#parts.isPrivate(tabId));
    const state = isPrivate ? this.#ofPrivate : length === 'site' ? this.#lasting : this.#ofSession;
    await this.end(host);
    await state.store((all) => [...all, added]);
  }

  /** Ends the pause of a host, or with null the one of every site. Rejects if it cannot be written. */
  async end(host: string | null): Promise<void> {
    for (const state of this.#all)
      await state.store((all) => (all.some((one) => one.host === host) ? all.filter((one) => one.host !== host) : all));
  }

  /** Called when the last private window was closed. */
  async forgetPrivate(): Promise<void> {
    await this.#ofPrivate.store((all) => (all.length > 0 ? [] : all));
  }
}
