import type { Endpoint } from '../api/client.ts';
import { storageFailure } from '../storage/failure.ts';
import { Sequence } from '../storage/sequence.ts';
import { SETTING_NAMES, SETTINGS, type SettingName, type Settings, type SettingsView } from './catalogue.ts';
import { type Effective, effectiveEndpoint, effectiveSettings, type Layer, viewOf } from './layer.ts';
import type { Policy, PolicyStore } from './policy/policy.ts';
import type { PolicyKey } from './policy/policy-key.ts';
import type { SettingsRecord } from './record.ts';
import type { DeliveredKey } from './service/delivered-key.ts';
import { checkSettings, parseSettings, SettingManaged } from './stored.ts';

/** The settings of this build's brand. An empty key counts as not set. */
export type BrandSettings = {
  readonly serviceUrl: string;
  readonly publishableKey: string;
  /** The defaults of this brand for personal settings. */
  readonly settings?: Partial<Settings> | undefined;
};

export type SettingsParts = {
  readonly brand: BrandSettings;
  readonly record: SettingsRecord;
  readonly policy: Pick<PolicyStore, 'current'>;
  /** The key that the service delivered to replace the brand's. Default: none. */
  readonly delivered?: Pick<DeliveredKey, 'current'>;
  /** Whether the key of the policy may be used. Default: it may. */
  readonly policyKey?: Pick<PolicyKey, 'problem' | 'ask'>;
};

const UNREADABLE = { setting: null, problem: 'The stored settings cannot be read now.' };

/** The values of each origin, and why the policy's key is not used; null if it is used, or there is none. */
type Layers = {
  readonly brand: Layer;
  readonly policy: Policy;
  /** `failure` says why nothing could be read. */
  readonly person: ReturnType<typeof parseSettings> & { readonly failure?: unknown };
  readonly keyProblem: string | null;
};

/**
 * The settings in force: default < brand < person < policy. The person's choices are one stored record, read at every
 * call. Settings in a policy are locked: writes are refused, and a stored value is ignored.
 */
export class SettingsStore {
  readonly #parts: SettingsParts;
  readonly #listeners: (() => void)[] = [];
  readonly #writes = new Sequence();

  constructor(parts: SettingsParts) {
    this.#parts = parts;
  }

  /** The value in force of every setting. A damaged stored value counts as not set and is reported by {@link view}. */
  async read(): Promise<Settings> {
    return valuesOf(await this.effective());
  }

  /** The same, and where the person's choices cannot be read (`isWhole` is false) what brand and policy set. Never rejects. */
  async readGoverned(): Promise<{ readonly settings: Settings; readonly isWhole: boolean }> {
    const layers = await this.#layers();
    const { values, failure } = layers.person;
    return { settings: valuesOf(this.#inForce(layers, values)), isWhole: failure === undefined };
  }

  /** Every setting with the value in force and who set it. */
  effective(): Promise<Effective> {
    return this.preview({});
  }

  /** The settings with these changes, without storing them. `null` resets the person's choice. */
  async preview(changes: Partial<Settings>): Promise<Effective> {
    const layers = await this.#layers();
    if (layers.person.failure) throw layers.person.failure;
    return this.#inForce(layers, { ...layers.person.values, ...changes });
  }

  /** The settings for pages of the extension: without the key, with damaged and unreadable values in words. Never rejects. */
  async view(): Promise<SettingsView> {
    const layers = await this.#layers();
    const { policy, person, keyProblem } = layers;
    const problems = [...person.problems.map(({ problem }) => problem), ...policy.problems];
    if (keyProblem !== null) problems.push(keyProblem);
    return viewOf(this.#inForce(layers, person.values), policy.managedBy, problems);
  }

  /** The service's address and key, or null while there is no key. */
  async endpoint(): Promise<Endpoint | null> {
    return effectiveEndpoint(await this.effective());
  }

  /** Why the policy's key is not used, in words; null if it is used, or there is none. */
  async policyKeyProblem(): Promise<string | null> {
    return this.#keyProblem(await this.#parts.policy.current());
  }

  /**
   * Asks the service about the scopes of the policy's key if that is due. @returns whether another key may be in force
   * now
   */
  async judgePolicyKey(): Promise<boolean> {
    const endpoint = this.#policyEndpoint(await this.#parts.policy.current());
    return (endpoint && (await this.#parts.policyKey?.ask(endpoint))) ?? false;
  }

  /**
   * Stores these settings and keeps all others, including those of a newer version.
   * @throws SettingsError when a value is invalid or a policy locks it; nothing is changed then
   * @throws StorageFailure when the browser cannot store it
   */
  write(changes: Partial<Settings>): Promise<void> {
    return this.#writes.run(async () => {
      await this.refuseLocked(changes);
      await this.#store(checkSettings(changes));
    });
  }

  /** @throws SettingsError when one of these changes is invalid or differs from the policy's value */
  async refuseLocked(changes: Partial<Settings>): Promise<void> {
    const policy = await this.#parts.policy.current();
    const locked = this.#locked(policy, checkSettings(changes))[0];
    if (!locked) return;
    throw new SettingManaged(SETTINGS[locked].title, policy.managedBy ?? '');
  }

  /**
   * Stores settings chosen elsewhere, except those that a policy has locked since.
   * @throws SettingsError or StorageFailure as {@link write} for anything else
   */
  take(changes: Partial<Settings>): Promise<void> {
    return this.#writes.run(async () => {
      const checked = checkSettings(changes);
      const locked = new Set<string>(this.#locked(await this.#parts.policy.current(), checked));
      await this.#store(Object.fromEntries(Object.entries(checked).filter(([name]) => !locked.has(name))));
    });
  }

  /** Calls back after every write, before it resolves. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async #store(checked: Partial<Settings>): Promise<void> {
    try {
      await this.#parts.record.merge(checked);
    } catch (error) {
      throw storageFailure(error);
    }
    for (const listener of this.#listeners) listener();
  }

  async #layers(): Promise<Layers> {
    const { brand, record, policy, delivered } = this.#parts;
    const unreadable = (failure: unknown) => ({ values: {}, problems: [UNREADABLE], failure });
    const reads = [
      record.read().then(parseSettings).catch(unreadable),
      policy.current(),
      delivered?.current(),
    ] as const;
    const [person, governed, deliveredKey] = await Promise.all(reads);
    const apiKey = deliveredKey ?? brand.publishableKey;
    const values = { ...brand.settings, serviceUrl: brand.serviceUrl, ...(apiKey ? { apiKey } : {}) };
    const keyProblem = await this.#keyProblem(governed);
    return { brand: { origin: 'brand', values }, policy: governed, person, keyProblem };
  }

  /** Leaves out a policy's key that may not be used. */
  #inForce({ brand, policy, keyProblem }: Layers, values: Partial<Settings>): Effective {
    const { apiKey, ...others } = this.#governed(policy);
    return effectiveSettings([
      brand,
      { origin: 'person', values },
      { origin: 'policy', values: keyProblem === null && apiKey ? { ...others, apiKey } : others },
    ]);
  }

  async #keyProblem(policy: Policy): Promise<string | null> {
    const endpoint = this.#policyEndpoint(policy);
    return (endpoint && (await this.#parts.policyKey?.problem(endpoint))) ?? null;
  }

  #policyEndpoint(policy: Policy): Endpoint | null {
    const { serviceUrl, apiKey } = this.#governed(policy);
    return serviceUrl && apiKey ? { baseUrl: serviceUrl, apiKey } : null;
  }

  /** A policy's key without an address is for the brand's service: it must never be sent to one that a person chose. */
  #governed({ values }: Policy): Partial<Settings> {
    const { serviceUrl } = this.#parts.brand;
    return values.apiKey && !values.serviceUrl ? { ...values, serviceUrl } : values;
  }

  /** The changes that differ from the policy's values. */
  #locked(policy: Policy, changes: Partial<Settings>): SettingName[] {
    const governed = this.#governed(policy);
    return SETTING_NAMES.filter((name) => {
      const [locked, wanted] = [governed[name] ?? null, changes[name]];
      return locked !== null && wanted !== undefined && wanted !== null && wanted !== locked;
    });
  }
}

const valuesOf = (effective: Effective): Settings =>
  Object.fromEntries(Object.entries(effective).map(([name, { value }]) => [name, value])) as Settings;
