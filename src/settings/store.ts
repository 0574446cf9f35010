import { browser } from 'wxt/browser';
import type { Endpoint } from '../api/client.ts';
import type { Settings } from './catalogue.ts';
import {
  type Effective,
  effectiveEndpoint,
  effectiveSettings,
  type Layer,
  type SettingsView,
  settingsView,
} from './layer.ts';
import { checkSettings, parseSettings, SettingsError } from './stored.ts';

/** The record of `storage.local` that holds what a person chose. */
export const SETTINGS_KEY = 'settings';

/** What the brand of this build says about settings. An empty key says nothing. */
export type BrandSettings = { readonly serviceUrl: string; readonly publishableKey: string };

/**
 * The settings in force: default < brand < person. What the person chose is one record in `storage.local`, read anew at
 * every call, so that it holds whatever happens to the worker.
 */
export class SettingsStore {
  readonly #brand: Layer;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(brand: BrandSettings) {
    this.#brand = {
      origin: 'brand',
      values: { serviceUrl: brand.serviceUrl, ...(brand.publishableKey ? { apiKey: brand.publishableKey } : {}) },
    };
  }

  /** The value in force of every setting. A stored value that is damaged counts as not set and is named in {@link view}. */
  async read(): Promise<Settings> {
    const effective = await this.effective();
    return Object.fromEntries(Object.entries(effective).map(([name, { value }]) => [name, value])) as Settings;
  }

  /** Every setting with the value in force and who said it. */
  async effective(): Promise<Effective> {
    const { values } = parseSettings(await this.#stored());
    return this.#withPerson(values);
  }

  /** The settings as they would be with these changes, without storing them. `null` takes the person's choice back. */
  async preview(changes: Partial<Settings>): Promise<Effective> {
    const { values } = parseSettings(await this.#stored());
    return this.#withPerson({ ...values, ...changes });
  }

  /** What a page of the extension may see: no key, and what is damaged in words. */
  async view(): Promise<SettingsView> {
    const { values, problems } = parseSettings(await this.#stored());
    return settingsView(this.#withPerson(values), problems);
  }

  /** Where the service is and the key to use, or null while there is no key. */
  async endpoint(): Promise<Endpoint | null> {
    return effectiveEndpoint(await this.effective());
  }

  /**
   * Stores these settings and leaves the others as they are, also those that only another version knows.
   * @throws SettingsError when a value is bad or cannot be stored; nothing is changed then
   */
  write(changes: Partial<Settings>): Promise<void> {
    const writing = this.#writing.then(() => this.#write(changes));
    this.#writing = writing.catch(() => undefined);
    return writing;
  }

  async #write(changes: Partial<Settings>): Promise<void> {
    const checked = checkSettings(changes);
    const stored = await this.#stored();
    const before = typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stored : {};
    try {
      await browser.storage.local.set({ [SETTINGS_KEY]: { ...before, ...checked } });
    } catch (error) {
      throw new SettingsError('The settings could not be stored. Free some disk space and try again.', {
        cause: error,
      });
    }
  }

  #withPerson(values: Partial<Settings>): Effective {
    return effectiveSettings([this.#brand, { origin: 'person', values }]);
  }

  async #stored(): Promise<unknown> {
    return (await browser.storage.local.get(SETTINGS_KEY))[SETTINGS_KEY];
  }
}
