import type { Records } from '../storage/records.ts';
import type { Settings } from './catalogue.ts';
import { DELIVERED_KEY } from './delivered-key.ts';
import { POLICY_KEY } from './policy-key.ts';
import { parseSettings } from './stored.ts';

/** Where the settings of a person lie. Both reject as the browser's storage does. */
export type SettingsRecord = {
  /** What was stored, undefined where nothing was; unknown until it is parsed. */
  read(): Promise<unknown>;
  /** Stores these and leaves the others as they are, also those that only another version knows. */
  merge(changes: Partial<Settings>): Promise<void>;
};

type EarlierArea = {
  get(keys: string[]): Promise<Record<string, unknown>>;
  remove(keys: string[]): Promise<void>;
};

/** Name of the record, here and in `storage.local` of earlier versions. */
const SETTINGS = 'settings';
/** What earlier versions had in `storage.local`; the record of the organization is fetched again. */
const EARLIER = [SETTINGS, 'organization'];
/** True once what earlier versions stored was looked for. */
const TAKEN_OVER = 'settings-taken-over';

/**
 * The settings of a profile. Earlier versions had them in `storage.local`, where a taken-over renderer reads and writes: a record there is
 * taken over once, and one that is found there later is not believed.
 */
export class ProfileRecord implements SettingsRecord {
  readonly #records: Pick<Records, 'read' | 'write'>;
  readonly #earlier: EarlierArea;
  #taking: Promise<unknown> | null = null;

  constructor(records: Pick<Records, 'read' | 'write'>, earlier: EarlierArea) {
    this.#records = records;
    this.#earlier = earlier;
  }

  async read(): Promise<unknown> {
    const [stored, takenOver] = await this.#records.read(SETTINGS, TAKEN_OVER);
    return takenOver === true ? stored : this.#takeOver();
  }

  async merge(changes: Partial<Settings>): Promise<void> {
    await this.#records.write({ [SETTINGS]: merged(await this.read(), changes) });
  }

  /**
   * Removes what lies in `storage.local` once it was taken over: at every start, because a worker may die in between. Rejects as the
   * browser's storage does.
   */
  async clearEarlier(): Promise<void> {
    await this.read();
    const left = Object.keys(await this.#earlier.get(EARLIER));
    if (left.length > 0) await this.#earlier.remove(left);
  }

  /** The record and the mark are written together, so that no death loses the one or leaves the other to be asked again. */
  #takeOver(): Promise<unknown> {
    this.#taking ??= this.#take().finally(() => {
      this.#taking = null;
    });
    return this.#taking;
  }

  async #take(): Promise<unknown> {
    const { [SETTINGS]: earlier } = await this.#earlier.get([SETTINGS]);
    await this.#records.write({ ...(earlier === undefined ? {} : { [SETTINGS]: earlier }), [TAKEN_OVER]: true });
    return earlier;
  }
}

/** Names in `storage.session` of what the profile has, for the worker of private windows. */
export const SHARED_SETTINGS = 'settings';
/** The managed policy as the profile's worker last knew it. */
export const SHARED_POLICY = 'policy';
const SHARED = [SHARED_SETTINGS, SHARED_POLICY, DELIVERED_KEY, POLICY_KEY] as const;
type Shared = Readonly<Record<(typeof SHARED)[number], unknown>>;
/** What somebody chose in a private window, until the worker of the profile has stored it. */
export const WANTED_SETTINGS = 'settings-wanted';

/** Whether a change of `storage.session` is one of the settings that private windows have from the profile. */
export const changesShared = (changes: object): boolean => SHARED.some((name) => name in changes);

type SessionArea = {
  get(keys: string[]): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
};

/**
 * The settings in a private window of Chromium, whose worker has a database of its own that begins empty. They pass through
 * `storage.session`: in memory, shared by both workers, and closed to content scripts.
 */
export class SessionRecord implements SettingsRecord {
  readonly #area: SessionArea;

  constructor(area: SessionArea) {
    this.#area = area;
  }

  async read(): Promise<unknown> {
    const { [SHARED_SETTINGS]: shared, [WANTED_SETTINGS]: wanted } = await this.#area.get([
      SHARED_SETTINGS,
      WANTED_SETTINGS,
    ]);
    return wanted === undefined ? shared : merged(shared, parseSettings(wanted).values);
  }

  async merge(changes: Partial<Settings>): Promise<void> {
    const { [WANTED_SETTINGS]: before } = await this.#area.get([WANTED_SETTINGS]);
    await this.#area.set({ [WANTED_SETTINGS]: merged(before, changes) });
  }
}

/** The side of the profile. */
export class SessionCopy {
  readonly #area: SessionArea;

  constructor(area: SessionArea) {
    this.#area = area;
  }

  /** Shows private windows what the profile has, all at once. What is undefined is taken away. */
  async publish(shared: Shared): Promise<void> {
    const absent = SHARED.filter((name) => shared[name] === undefined);
    await this.#area.set(Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== undefined)));
    if (absent.length > 0) await this.#area.remove(absent);
  }

  /** Stores what was chosen in private windows, if anything was. */
  async takeWanted(store: (changes: Partial<Settings>) => Promise<void>): Promise<void> {
    const { [WANTED_SETTINGS]: wanted } = await this.#area.get([WANTED_SETTINGS]);
    if (wanted === undefined) return;
    await store(parseSettings(wanted).values);
    await this.#area.remove([WANTED_SETTINGS]);
  }
}

/** A stored record with changes; one that is no record is replaced. */
export const merged = (stored: unknown, changes: object): Record<string, unknown> => ({
  ...(typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stored : {}),
  ...changes,
});
