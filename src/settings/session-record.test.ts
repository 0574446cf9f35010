import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { SessionCopy, SessionRecord } from './session-record.ts';

const area = fakeBrowser.storage.session;
beforeEach(() => fakeBrowser.reset());

test('a private window has the settings of the profile', async () => {
  expect(await new SessionRecord(area).read()).toBeUndefined();
  await new SessionCopy(area).publish({ apiKey: 'mine', laterSetting: 1 }, undefined);
  expect(await new SessionRecord(area).read()).toEqual({ apiKey: 'mine', laterSetting: 1 });
  await new SessionCopy(area).publish(undefined, undefined);
  expect(await new SessionRecord(area).read()).toBeUndefined();
});

test('what is chosen in a private window is used there at once, and stored by the profile once', async () => {
  const copy = new SessionCopy(area);
  await copy.publish({ apiKey: 'mine', protectSites: true }, undefined);
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
