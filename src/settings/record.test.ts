import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { Records } from '../storage/records.ts';
import { POLICY_KEY } from './policy/policy-key.ts';
import { ProfileRecord, SessionCopy, SessionRecord } from './record.ts';
import { DELIVERED_KEY } from './service/delivered-key.ts';

const MINE = { apiKey: 'mine', laterSetting: 'kept' };
const FORGED = { apiKey: 'forged', protectSites: false };

beforeEach(() => {
  fakeBrowser.reset();
  globalThis.indexedDB = new IDBFactory();
});

test('settings are stored in the database, and nothing that comes into storage.local is believed', async () => {
  const wake = () => new ProfileRecord(new Records());
  await fakeBrowser.storage.local.set({ settings: FORGED });
  expect(await wake().read()).toBeUndefined();
  await wake().merge(MINE);
  await wake().merge({ failurePolicy: 'closed' });
  expect(await wake().read()).toEqual({ ...MINE, failurePolicy: 'closed' });
});

const area = fakeBrowser.storage.session;
const shared = (settings: unknown) => ({
  settings,
  policy: undefined,
  [DELIVERED_KEY]: undefined,
  [POLICY_KEY]: undefined,
});

test('a private window has the settings of the profile', async () => {
  expect(await new SessionRecord(area).read()).toBeUndefined();
  await new SessionCopy(area).publish(shared({ apiKey: 'mine', laterSetting: 1 }));
  expect(await new SessionRecord(area).read()).toEqual({ apiKey: 'mine', laterSetting: 1 });
  await new SessionCopy(area).publish(shared(undefined));
  expect(await new SessionRecord(area).read()).toBeUndefined();
});

test('what is chosen in a private window is used there at once, and stored by the profile once', async () => {
  const copy = new SessionCopy(area);
  await copy.publish(shared({ apiKey: 'mine', protectSites: true }));
  const record = new SessionRecord(area);
  await record.merge({ protectSites: false });
  await record.merge({ apiKey: null });
  expect(await record.read()).toEqual({ apiKey: null, protectSites: false });
  const store = vi.fn(async () => undefined);
  await copy.takeWanted(store);
  await copy.takeWanted(store);
  expect(store.mock.calls).toEqual([[{ apiKey: null, protectSites: false }]]);
});

test('what the profile could not store is kept for its next start', async () => {
  await new SessionRecord(area).merge({ protectSites: false });
  const full = async () => Promise.reject(new Error('No space'));
  await expect(new SessionCopy(area).takeWanted(full)).rejects.toThrow('No space');
  const store = vi.fn(async () => undefined);
  await new SessionCopy(area).takeWanted(store);
  expect(store).toHaveBeenCalledWith({ protectSites: false });
});
