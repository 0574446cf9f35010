import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
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

/** Starts a new worker. */
const wake = (records = new Records()) => new ProfileRecord(records, fakeBrowser.storage.local);
const earlier = () => fakeBrowser.storage.local.get(null);

describe('settings that an earlier version left in storage.local', () => {
  beforeEach(() => fakeBrowser.storage.local.set({ settings: MINE, organization: { of: 'acme' }, shards: {} }));

  test('are taken over as they are, and removed', async () => {
    const record = wake();
    expect(await record.read()).toEqual(MINE);
    await record.clearEarlier();
    expect(await earlier()).toEqual({ shards: {} });
    expect(await wake().read()).toEqual(MINE);
  });

  test('are the base of the first change', async () => {
    await wake().merge({ protectSites: false });
    expect(await wake().read()).toEqual({ ...MINE, protectSites: false });
  });

  test('are not lost where the worker dies before they are stored', async () => {
    const records = new Records();
    vi.spyOn(records, 'write').mockReturnValueOnce(new Promise(() => undefined));
    void wake(records).clearEarlier();
    await vi.waitFor(() => expect(records.write).toHaveBeenCalledOnce());
    expect(await wake().read()).toEqual(MINE);
  });

  test('are not lost where there is no space for them', async () => {
    const records = new Records();
    vi.spyOn(records, 'write').mockRejectedValueOnce(new DOMException('No space', 'QuotaExceededError'));
    const record = wake(records);
    await expect(record.clearEarlier()).rejects.toThrow('No space');
    expect(await earlier()).toMatchObject({ settings: MINE });
    expect(await record.read()).toEqual(MINE);
  });

  test('are removed at the next start where the worker dies before that, and believed no more', async () => {
    await wake().read();
    await fakeBrowser.storage.local.set({ settings: FORGED });
    const record = wake();
    expect(await record.read()).toEqual(MINE);
    await record.clearEarlier();
    expect(await earlier()).toEqual({ shards: {} });
    expect(await wake().read()).toEqual(MINE);
  });

  test('are taken over once by reads that meet', async () => {
    const records = new Records();
    const write = vi.spyOn(records, 'write');
    const record = wake(records);
    expect(await Promise.all([record.read(), record.read(), record.read()])).toEqual([MINE, MINE, MINE]);
    expect(write).toHaveBeenCalledOnce();
  });
});

test('in a new profile nothing that comes into storage.local later is believed', async () => {
  expect(await wake().read()).toBeUndefined();
  await fakeBrowser.storage.local.set({ settings: FORGED });
  expect(await wake().read()).toBeUndefined();
  await wake().merge({ failurePolicy: 'closed' });
  expect(await wake().read()).toEqual({ failurePolicy: 'closed' });
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

test('what is chosen in a private window while the profile stores what was chosen before is not lost', async () => {
  const [record, copy] = [new SessionRecord(area), new SessionCopy(area)];
  await record.merge({ protectSites: false });
  await copy.takeWanted(() => record.merge({ failurePolicy: 'closed' }));
  const store = vi.fn(async () => undefined);
  await copy.takeWanted(store);
  expect(store).toHaveBeenCalledWith({ protectSites: false, failurePolicy: 'closed' });
});

test('what the profile could not store is kept for its next start', async () => {
  await new SessionRecord(area).merge({ protectSites: false });
  const full = async () => Promise.reject(new Error('No space'));
  await expect(new SessionCopy(area).takeWanted(full)).rejects.toThrow('No space');
  const store = vi.fn(async () => undefined);
  await new SessionCopy(area).takeWanted(store);
  expect(store).toHaveBeenCalledWith({ protectSites: false });
});
