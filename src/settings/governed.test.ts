import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { Records } from '../storage/records.ts';
import { SETTING_NAMES, type SettingName, type Settings } from './catalogue.ts';
import { parsePolicy } from './policy/policy.ts';
import { ProfileRecord, SessionCopy, SessionRecord } from './record.ts';
import { SettingsStore } from './store.ts';

/** For every setting, the organization's value and a different one. */
const SAID: { readonly [Name in SettingName]: readonly [Settings[Name], Settings[Name]] } = {
  serviceUrl: ['https://acme.example', 'https://evil.example'],
  apiKey: ['theirs', 'mine'],
  protectSites: [true, false],
  protectAddresses: [true, false],
  markLinks: [true, false],
  noticeLookalikes: [true, false],
  noticeSwappedAddresses: [true, false],
  checkWallets: [true, false],
  notify: [false, true],
  failurePolicy: ['closed', 'open'],
  language: ['ar', 'en'],
  trafficKept: ['week', 'day'],
  allowList: [[{ content: 'partner.example', reason: 'Ours' }], [{ content: 'evil.example', reason: 'Mine' }]],
  sendListed: [false, true],
  pause: [false, true],
  reports: [false, true],
  reportContact: ['off', 'required'],
  openListed: ['nobody', 'freely'],
  openLongest: ['tab', 'always'],
};
const policy = Object.fromEntries(SETTING_NAMES.map((name) => [name, SAID[name][0]])) as Settings;
let records: Records;
let store: SettingsStore;

beforeEach(() => {
  fakeBrowser.reset();
  globalThis.indexedDB = new IDBFactory();
  records = new Records();
  store = new SettingsStore({
    brand: { serviceUrl: 'https://brand.example', publishableKey: 'brand-key' },
    record: new ProfileRecord(records),
    policy: { current: async () => parsePolicy({ managedBy: 'Acme', ...policy }) },
  });
});

test.each(SETTING_NAMES)(
  '%s that a policy sets is changed by no message, private window, import or storage',
  async (name) => {
    const wanted = { [name]: SAID[name][1] };
    await expect(store.write(wanted)).rejects.toThrow(/managed by Acme|only a policy/);

    const inPrivateWindow = new SessionRecord(fakeBrowser.storage.session);
    await inPrivateWindow.merge(wanted);
    await new SessionCopy(fakeBrowser.storage.session).takeWanted((changes) =>
      store.take(changes).catch(() => undefined),
    );
    expect(await fakeBrowser.storage.session.get(null)).toEqual({});

    await fakeBrowser.storage.local.set({ settings: wanted });
    await fakeBrowser.storage.session.set({ settings: wanted });
    await records.write({ settings: wanted });
    expect(await store.read()).toEqual(policy);
    const effective = await store.effective();
    expect(effective[name].origin).toBe('policy');
  },
);
