import { browser } from 'wxt/browser';
import type { Settings } from '../settings/catalogue.ts';
import { ProfileRecord, type SettingsRecord } from '../settings/record.ts';
import { SessionCopy, SessionRecord } from '../settings/session-record.ts';
import type { Records } from '../storage/records.ts';

/** Where this worker has its settings, and how they reach the other one. */
export type SettingsExchange = {
  readonly record: SettingsRecord;
  /** Shows the other worker what is stored. Never rejects. */
  publish(): Promise<void>;
  /** Brings what lies elsewhere where it belongs. Never rejects: each start does it again. */
  follow(store: (changes: Partial<Settings>) => Promise<void>): Promise<void>;
};

/** The settings of the profile, which the worker of its windows keeps. */
export function settingsOfProfile(records: Records): SettingsExchange {
  const record = new ProfileRecord(records, browser.storage.local);
  const copy = new SessionCopy(browser.storage.session);
  // Firefox has one worker for all windows.
  const publish = import.meta.env.FIREFOX
    ? async () => undefined
    : () => record.read().then((stored) => copy.publish(stored), told);
  return {
    record,
    publish,
    follow: (store) =>
      Promise.all([record.clearEarlier(), copy.takeWanted(store).then(publish)]).then(() => undefined, told),
  };
}

/** The settings of the profile as the worker of private windows has them. */
export const settingsOfPrivateWindows = (): SettingsExchange => ({
  record: new SessionRecord(browser.storage.session),
  publish: async () => undefined,
  follow: async () => undefined,
});

const told = (error: unknown) => console.warn('Settings could not be brought where they belong', error);
