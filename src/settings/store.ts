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
import type { SettingsRecord } from './record.ts';
import { checkSettings, parseSettings, SettingsError } from './stored.ts';

/** What the brand of this build says about settings. An empty key says nothing. */
export type BrandSettings = { readonly serviceUrl: string; readonly publishableKey: string };

/**
 * The settings in force: default < brand < person. What the person chose is one record, read anew at every call, so that it
 * holds whatever happens to the worker.
 */
export class SettingsStore {
  readonly #brand: Layer;
  readonly #record: SettingsRecord;
  readonly #listeners: (() => void)[] = [];
  #writing: Promise<unknown> = Promise.resolve();

  constructor(brand: BrandSettings, record: SettingsRecord) {
    this.#record = record;
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
    const { values } = parseSettings(await this.#record.read());
    return this.#withPerson(values);
  }

  /** The settings as they would be with these changes, without storing them. `null` takes the person's choice back. */
  async preview(changes: Partial<Settings>): Promise<Effective> {
    const { values } = parseSettings(await this.#record.read());
    return this.#withPerson({ ...values, ...changes });
  }

  /** What a page of the extension may see: no key, and what is damaged in words. */
  async view(): Promise<SettingsView> {
    const { values, problems } = parseSettings(await this.#record.read());
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

  /** Calls back after every write, before it is answered. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async #write(changes: Partial<Settings>): Promise<void> {
    const checked = checkSettings(changes);
    try {
      await this.#record.merge(checked);
    } catch (error) {
      throw new SettingsError('The settings could not be stored. Free some disk space and try again.', {
        cause: error,
      });
    }
    for (const listener of this.#listeners) listener();
  }

  #withPerson(values: Partial<Settings>): Effective {
    return effectiveSettings([this.#brand, { origin: 'person', values }]);
  }
}
