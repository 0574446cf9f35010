import type { Records } from '../storage/records.ts';
import type { StorageArea } from '../storage/session.ts';
import type { Settings } from './catalogue.ts';
import { POLICY_KEY } from './policy/policy-key.ts';
import { DELIVERED_KEY } from './service/delivered-key.ts';
import { parseSettings } from './stored.ts';

/** Storage of a person's settings. Both methods reject as the browser's storage does. */
export type SettingsRecord = {
  /** The stored record, undefined if there is none; unknown until it is parsed. */
  read(): Promise<unknown>;
  /** Stores these settings and keeps all others, including those of a newer version. */
  merge(changes: Partial<Settings>): Promise<void>;
};

/** Name of the record. */
const SETTINGS = 'settings';

/** The settings of a profile. {@link SettingsStore} writes one change after the other. */
export class ProfileRecord implements SettingsRecord {
  readonly #records: Pick<Records, 'read' | 'write'>;

  constructor(records: Pick<Records, 'read' | 'write'>) {
    this.#records = records;
  }

  async read(): Promise<unknown> {
    return (await this.#records.read(SETTINGS))[0];
  }

  async merge(changes: Partial<Settings>): Promise<void> {
    await this.#records.write({ [SETTINGS]: merged(await this.read(), changes) });
  }
}

/** Names in `storage.session` of the data that the private windows' worker reads from the profile. */
export const SHARED_SETTINGS = 'settings';
/** The managed policy as last known by the profile's worker. */
export const SHARED_POLICY = 'policy';
const SHARED = [SHARED_SETTINGS, SHARED_POLICY, DELIVERED_KEY, POLICY_KEY] as const;
type Shared = Readonly<Record<(typeof SHARED)[number], unknown>>;
/**
 * Begins the name of each change that was made in a private window and that the profile's worker has not stored yet. Each has a name of
 * its own, in the order of time, so that neither worker writes over what the other is reading.
 */
const WANTED_SETTINGS = 'settings-wanted ';
const isWanted = (name: string): boolean => name.startsWith(WANTED_SETTINGS);

/** Whether a change of `storage.session` affects the settings of private windows. */
export const changesShared = (changes: object): boolean => SHARED.some((name) => name in changes);

/** Whether a change of `storage.session` has settings from a private window. */
export const changesWanted = (changes: object): boolean => Object.keys(changes).some(isWanted);

/** The changes that were made in private windows, by name in the order of time. */
const wantedIn = (stored: Record<string, unknown>): [string, Partial<Settings>][] =>
  Object.keys(stored)
    .filter(isWanted)
    .sort()
    .map((name) => [name, parseSettings(stored[name]).values]);

/**
 * The settings in a private window of Chromium, whose worker has its own, initially empty database. They pass through
 * `storage.session`: in memory, shared by both workers, and inaccessible to content scripts.
 */
export class SessionRecord implements SettingsRecord {
  readonly #area: StorageArea;
  #mergeCount = 0;

  constructor(area: StorageArea) {
    this.#area = area;
  }

  async read(): Promise<unknown> {
    const stored = await this.#area.get(null);
    return wantedIn(stored).reduce((settings, [, changes]) => merged(settings, changes), stored[SHARED_SETTINGS]);
  }

  async merge(changes: Partial<Settings>): Promise<void> {
    this.#mergeCount += 1;
    // Two changes may be made in one millisecond.
    const order = [Date.now(), this.#mergeCount].map((number) => String(number).padStart(15, '0'));
    await this.#area.set({ [`${WANTED_SETTINGS}${order.join(' ')} ${crypto.randomUUID()}`]: changes });
  }
}

/** Publishes the profile's settings to private windows, and stores their changes. */
export class SessionCopy {
  readonly #area: StorageArea;

  constructor(area: StorageArea) {
    this.#area = area;
  }

  /** Publishes everything in one write. Removes undefined values. */
  async publish(shared: Shared): Promise<void> {
    const absent = SHARED.filter((name) => shared[name] === undefined);
    await this.#area.set(Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== undefined)));
    if (absent.length > 0) await this.#area.remove(absent);
  }

  /** Stores the settings chosen in private windows, if any. */
  async takeWanted(store: (changes: Partial<Settings>) => Promise<void>): Promise<void> {
    for (const [name, changes] of wantedIn(await this.#area.get(null))) {
      await store(changes);
      await this.#area.remove([name]);
    }
  }
}

/** A stored record with changes; an invalid record is replaced. */
export const merged = (stored: unknown, changes: object): Record<string, unknown> => ({
  ...(typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stored : {}),
  ...changes,
});
