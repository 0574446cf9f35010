import { browser } from 'wxt/browser';
import type { Records } from '../storage/records.ts';
import type { Settings } from './catalogue.ts';
import { DELIVERED_KEY, DeliveredKey, type DeliveredKeyParts } from './delivered-key.ts';
import { PolicyStore } from './policy.ts';
import { POLICY_KEY, PolicyKey } from './policy-key.ts';
import { ProfileRecord, type SettingsRecord } from './record.ts';
import { SessionCopy, SessionRecord, SHARED_POLICY } from './session-record.ts';

/** Where this worker has its settings, and how they reach the other one. */
export type SettingsExchange = {
  readonly record: SettingsRecord;
  readonly policy: PolicyStore;
  readonly delivered: DeliveredKey;
  readonly policyKey: PolicyKey;
  /** Shows the other worker what is stored. Never rejects. */
  publish(): Promise<void>;
  /** Brings what lies elsewhere where it belongs. Never rejects: each start does it again. */
  follow(store: (changes: Partial<Settings>) => Promise<void>): Promise<void>;
};

const POLICY = 'policy';

/** The settings of the profile, which the worker of its windows keeps. */
export function settingsOfProfile(records: Records, brand: DeliveredKeyParts['brand']): SettingsExchange {
  const record = new ProfileRecord(records, browser.storage.local);
  const copy = new SessionCopy(browser.storage.session);
  const kept = async () => (await records.read(POLICY))[0];
  const policy = new PolicyStore({
    managed: { get: () => browser.storage.managed.get(null) },
    kept: { read: kept, write: (policy) => records.write({ [POLICY]: policy }) },
  });
  const keptKey = async () => (await records.read(DELIVERED_KEY))[0];
  const delivered = new DeliveredKey({
    brand,
    kept: { read: keptKey, write: (key) => records.write({ [DELIVERED_KEY]: key }) },
  });
  const judged = async () => (await records.read(POLICY_KEY))[0];
  const policyKey = new PolicyKey({
    kept: { read: judged, write: (record) => records.write({ [POLICY_KEY]: record }) },
  });
  // Firefox has one worker for all windows.
  const publish = import.meta.env.FIREFOX
    ? async () => undefined
    : () =>
        Promise.all([record.read(), kept(), keptKey(), judged()])
          .then((what) => copy.publish(...what))
          .catch(told);
  return {
    record,
    policy,
    delivered,
    policyKey,
    publish,
    follow: (store) =>
      Promise.all([record.clearEarlier(), copy.takeWanted(store).then(publish)]).then(() => undefined, told),
  };
}

/** The settings of the profile as the worker of private windows has them. */
export const settingsOfPrivateWindows = (brand: DeliveredKeyParts['brand']): SettingsExchange => ({
  delivered: new DeliveredKey({
    brand,
    kept: {
      read: async () => (await browser.storage.session.get(DELIVERED_KEY))[DELIVERED_KEY],
      write: null,
    },
  }),
  policyKey: new PolicyKey({
    kept: { read: async () => (await browser.storage.session.get(POLICY_KEY))[POLICY_KEY], write: null },
  }),
  record: new SessionRecord(browser.storage.session),
  policy: new PolicyStore({
    managed: null,
    kept: {
      read: async () => (await browser.storage.session.get(SHARED_POLICY))[SHARED_POLICY],
      write: async () => undefined,
    },
  }),
  publish: async () => undefined,
  follow: async () => undefined,
});

const told = (error: unknown) => console.warn('Settings could not be brought where they belong', error);
