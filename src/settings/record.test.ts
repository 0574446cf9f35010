import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { POLICY_KEY } from './policy/policy-key.ts';
import { SessionCopy, SessionRecord } from './record.ts';
import { DELIVERED_KEY } from './service/delivered-key.ts';

beforeEach(() => fakeBrowser.reset());

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
  expect(store.mock.calls).toEqual([[{ protectSites: false }], [{ apiKey: null }]]);
});

test('what two private windows choose at once, and while the profile stores what was chosen before, is not lost', async () => {
  const [record, copy] = [new SessionRecord(area), new SessionCopy(area)];
  await Promise.all([record.merge({ protectSites: false }), new SessionRecord(area).merge({ notify: true })]);
  const stored: object[] = [];
  await copy.takeWanted(async (changes) => {
    stored.push(changes);
    if (stored.length === 1) await record.merge({ failurePolicy: 'closed' });
  });
  await copy.takeWanted(async (changes) => void stored.push(changes));
  expect(Object.assign({}, ...stored)).toEqual({ protectSites: false, notify: true, failurePolicy: 'closed' });
  expect(stored).toHaveLength(3);
});

test('what the profile could not store is kept for its next start', async () => {
  await new SessionRecord(area).merge({ protectSites: false });
  const full = async () => Promise.reject(new Error('No space'));
  await expect(new SessionCopy(area).takeWanted(full)).rejects.toThrow('No space');
  const store = vi.fn(async () => undefined);
  await new SessionCopy(area).takeWanted(store);
  expect(store).toHaveBeenCalledWith({ protectSites: false });
});
