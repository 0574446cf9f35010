import type { Settings } from './catalogue.ts';
import { DELIVERED_KEY } from './delivered-key.ts';
import { POLICY_KEY } from './policy-key.ts';
import { merged, type SettingsRecord } from './record.ts';
import { parseSettings } from './stored.ts';

/** What the profile has, for the worker of private windows. */
export const SHARED_SETTINGS = 'settings';
/** The managed policy as the profile's worker last knew it. */
export const SHARED_POLICY = 'policy';
/** What somebody chose in a private window, until the worker of the profile has stored it. */
export const WANTED_SETTINGS = 'settings-wanted';

type SessionArea = {
  get(keys: string[]): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(key: string): Promise<void>;
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

  /** Shows private windows what is stored, the policy, the key that was delivered, and what the service said of the policy's. */
  async publish(stored: unknown, policy: unknown, deliveredKey?: unknown, policyKey?: unknown): Promise<void> {
    await this.#share(POLICY_KEY, policyKey);
    await this.#share(SHARED_SETTINGS, stored);
    await this.#share(SHARED_POLICY, policy);
    await this.#share(DELIVERED_KEY, deliveredKey);
  }

  async #share(key: string, value: unknown): Promise<void> {
    if (value === undefined) await this.#area.remove(key);
    else await this.#area.set({ [key]: value });
  }

  /** Stores what was chosen in private windows, if anything was. */
  async takeWanted(store: (changes: Partial<Settings>) => Promise<void>): Promise<void> {
    const { [WANTED_SETTINGS]: wanted } = await this.#area.get([WANTED_SETTINGS]);
    if (wanted === undefined) return;
    await store(parseSettings(wanted).values);
    await this.#area.remove(WANTED_SETTINGS);
  }
}
