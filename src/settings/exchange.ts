import { browser } from 'wxt/browser';
import type { Records } from '../storage/records.ts';
import type { Settings } from './catalogue.ts';
import { PolicyStore } from './policy/policy.ts';
import { PolicyCopy } from './policy/policy-copy.ts';
import { POLICY_KEY, PolicyKey } from './policy/policy-key.ts';
import {
  ProfileRecord,
  SessionCopy,
  SessionRecord,
  type SettingsRecord,
  SHARED_POLICY,
  SHARED_SETTINGS,
} from './record.ts';
import { DELIVERED_KEY, DeliveredKey, type DeliveredKeyParts } from './service/delivered-key.ts';

/** Where this worker stores its settings, and how it shares them with the other one. */
export type SettingsExchange = {
  readonly record: SettingsRecord;
  readonly policy: PolicyStore;
  readonly delivered: DeliveredKey;
  readonly policyKey: PolicyKey;
  /** Publishes the stored settings to the other worker. Never rejects. */
  publish(): Promise<void>;
  /** Stores what private windows changed. Never rejects; each start tries again. */
  follow(store: (changes: Partial<Settings>) => Promise<void>): Promise<void>;
};

const POLICY = 'policy';

/** The settings of the profile, stored by the worker of its normal windows. */
export function settingsOfProfile(records: Records, brand: DeliveredKeyParts['brand']): SettingsExchange {
  const record = new ProfileRecord(records);
  const copy = new SessionCopy(browser.storage.session);
  const kept = (name: string) => ({
    read: async () => (await records.read(name))[0],
    write: (value: unknown) => records.write({ [name]: value }),
  });
  const policy = new PolicyCopy(kept(POLICY));
  const [delivered, policyKey] = [kept(DELIVERED_KEY), kept(POLICY_KEY)];
  const publish = async () => {
    // Firefox has one worker for all windows.
    if (import.meta.env.FIREFOX) return;
    try {
      await copy.publish({
        [SHARED_SETTINGS]: await record.read(),
        [SHARED_POLICY]: await policy.read(),
        [DELIVERED_KEY]: await delivered.read(),
        [POLICY_KEY]: await policyKey.read(),
      });
    } catch (error) {
      warn(error);
    }
  };
  return {
    record,
    policy: new PolicyStore({ managed: { get: () => browser.storage.managed.get(null) }, kept: policy }),
    delivered: new DeliveredKey({ brand, kept: delivered }),
    policyKey: new PolicyKey({ kept: policyKey }),
    publish,
    follow: (store) => copy.takeWanted(store).then(publish, warn),
  };
}

/** The settings of the profile, read by the worker of private windows. */
export function settingsOfPrivateWindows(brand: DeliveredKeyParts['brand']): SettingsExchange {
  const area = browser.storage.session;
  const shared = (name: string) => ({ read: async () => (await area.get(name))[name], write: null });
  return {
    record: new SessionRecord(area),
    policy: new PolicyStore({ managed: null, kept: { ...shared(SHARED_POLICY), write: async () => undefined } }),
    delivered: new DeliveredKey({ brand, kept: shared(DELIVERED_KEY) }),
    policyKey: new PolicyKey({ kept: shared(POLICY_KEY) }),
    publish: async () => undefined,
    follow: async () => undefined,
  };
}

const warn = (error: unknown) => console.warn('Settings could not be shared with private windows', error);
