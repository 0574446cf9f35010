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

/** Name of the record, here and in `storage.local` of earlier versions. */
const SETTINGS = 'settings';
/** Keys of earlier versions in `storage.local`. The organization record is fetched again. */
const EARLIER = [SETTINGS, 'organization'];
/** Name of the record that is true once the settings of an earlier version were migrated. */
const MIGRATED = 'settings-taken-over';

/**
 * The settings of a profile. Earlier versions kept them in `storage.local`, which a compromised renderer can read and write: a record there
 * is migrated once, and ignored if it appears later.
 */
export class ProfileRecord implements SettingsRecord {
  readonly #records: Pick<Records, 'read' | 'write'>;
  readonly #earlier: Pick<StorageArea, 'get' | 'remove'>;
  #migrating: Promise<unknown> | null = null;

  constructor(records: Pick<Records, 'read' | 'write'>, earlier: Pick<StorageArea, 'get' | 'remove'>) {
    this.#records = records;
    this.#earlier = earlier;
  }

  async read(): Promise<unknown> {
    const [stored, migrated] = await this.#records.read(SETTINGS, MIGRATED);
    return migrated === true ? stored : this.#migrate();
  }

  async merge(changes: Partial<Settings>): Promise<void> {
    await this.#records.write({ [SETTINGS]: merged(await this.read(), changes) });
  }

  /**
   * Removes the migrated settings from `storage.local`. Runs at every start, because the worker may die before it is done. Rejects as the
   * browser's storage does.
   */
  async clearEarlier(): Promise<void> {
    await this.read();
    const left = Object.keys(await this.#earlier.get(EARLIER));
    if (left.length > 0) await this.#earlier.remove(left);
  }

  /** Writes record and marker in one transaction, so that a worker that dies leaves both or neither. */
  #migrate(): Promise<unknown> {
    this.#migrating ??= this.#migrateOnce().finally(() => {
      this.#migrating = null;
    });
    return this.#migrating;
  }

  async #migrateOnce(): Promise<unknown> {
    const { [SETTINGS]: earlier } = await this.#earlier.get([SETTINGS]);
    await this.#records.write({ ...(earlier === undefined ? {} : { [SETTINGS]: earlier }), [MIGRATED]: true });
    return earlier;
  }
}

/** Names in `storage.session` of the data that the private windows' worker reads from the profile. */
export const SHARED_SETTINGS = 'settings';
/** The managed policy as last known by the profile's worker. */
export const SHARED_POLICY = 'policy';
const SHARED = [SHARED_SETTINGS, SHARED_POLICY, DELIVERED_KEY, POLICY_KEY] as const;
type Shared = Readonly<Record<(typeof SHARED)[number], unknown>>;
/** Name of the settings that were changed in a private window and that the profile's worker has not stored yet. */
export const WANTED_SETTINGS = 'settings-wanted';

/** Whether a change of `storage.session` affects the settings of private windows. */
export const changesShared = (changes: object): boolean => SHARED.some((name) => name in changes);

/**
 * The settings in a private window of Chromium, whose worker has its own, initially empty database. They pass through
 * `storage.session`: in memory, shared by both workers, and inaccessible to content scripts.
 */
export class SessionRecord implements SettingsRecord {
  readonly #area: StorageArea;

  constructor(area: StorageArea) {
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
    const { [WANTED_SETTINGS]: wanted } = await this.#area.get([WANTED_SETTINGS]);
    if (wanted === undefined) return;
    await store(parseSettings(wanted).values);
    const { [WANTED_SETTINGS]: after } = await this.#area.get([WANTED_SETTINGS]);
    // What was chosen meanwhile is stored by the event that tells of it.
    if (JSON.stringify(after) === JSON.stringify(wanted)) await this.#area.remove([WANTED_SETTINGS]);
  }
}

/** A stored record with changes; an invalid record is replaced. */
export const merged = (stored: unknown, changes: object): Record<string, unknown> => ({
  ...(typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stored : {}),
  ...changes,
});
