import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { Profile } from '../../../test/fixtures/profile.ts';
import { FakeSession } from '../../../test/fixtures/protection.ts';

let profile: Profile;
/** The database of the tests needs the other timers. */
const ONLY_TIME = { toFake: ['Date'] } as const satisfies Parameters<typeof vi.useFakeTimers>[0];
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  profile = new Profile();
  vi.stubGlobal('fetch', profile.fetch);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const EVIL = 'https://evil.test/login';

test('a paused site is not looked up, under its exact host alone', async () => {
  const { worker } = await profile.wake();
  await profile.pauses.begin('site', EVIL, 1);
  expect(worker.verdict(EVIL, 1)?.kind).toBe('off');
  expect(worker.settingsOn(EVIL)).toMatchObject({ protectAddresses: false, checkWallets: false });
  expect(worker.verdict('https://www.evil.test/', 1)?.kind).toBe('checking');
  expect(worker.settingsOn('https://other.test/').protectAddresses).toBe(true);
});

test('a pause of an hour ends by the clock alone, also where that was set back', async () => {
  vi.useFakeTimers(ONLY_TIME);
  const { worker } = await profile.wake();
  await profile.pauses.begin('hour', EVIL, 1);
  const begun = Date.now();
  expect(worker.nextAllowanceEnd).toBe(begun + 3_600_000);
  vi.setSystemTime(begun + 3_599_999);
  expect(worker.pauseOn(EVIL)).toEqual({ host: 'evil.test', until: begun + 3_600_000 });
  vi.setSystemTime(begun + 3_600_000);
  expect(worker.verdict(EVIL, 1)?.kind).toBe('checking');
  vi.setSystemTime(begun - 60_000);
  expect(worker.verdict(EVIL, 1)?.kind).toBe('checking');
});

test('only the pause of a site without an end outlives the browser, and not in a private window', async () => {
  await profile.wake();
  profile.privateTabs.add(2);
  await profile.pauses.begin('site', 'https://a.test/', 1);
  await profile.pauses.begin('hour', 'https://b.test/', 1);
  await profile.pauses.begin('site', 'https://c.test/', 2);
  await profile.pauses.begin('everywhere', '', 1);
  expect((await profile.wake()).worker.pauseOn('https://d.test/')).toEqual({ host: null, until: null });
  await profile.pauses.forgetPrivate();
  expect(profile.pauses.list.map(({ host }) => host)).toEqual([null, 'a.test', 'b.test']);
  Object.assign(profile, { session: new FakeSession() });
  await profile.wake();
  expect(profile.pauses.list).toEqual([{ host: 'a.test', until: null }]);
});

test('the rules of the browser follow a pause and its end', async () => {
  const { worker } = await profile.wake();
  await worker.resolve(EVIL, 1);
  expect(profile.rules.stopped).toEqual(['evil.test']);
  await profile.pauses.begin('site', EVIL, 1);
  await worker.endAllowances();
  const allowed = [...profile.rules.dynamic.values()].find(({ action }) => action.type === 'allow');
  expect(allowed?.condition.requestDomains).toEqual(['evil.test']);
  await profile.pauses.begin('everywhere', '', 1);
  await worker.endAllowances();
  expect(profile.rules.stopped).toEqual([]);
  profile.open(1, EVIL);
  await profile.pauses.remove(null);
  await profile.pauses.remove('evil.test');
  await worker.endAllowances();
  expect(profile.rules.stopped).toEqual(['evil.test']);
  expect(profile.tabs.get(1)?.url).toContain('warning.html#https://evil.test/login');
});

test('a policy that allows no pauses ends those that are there', async () => {
  const { worker } = await profile.wake();
  await profile.pauses.begin('everywhere', '', 1);
  await profile.set({ pause: false });
  expect(worker.pauseOn(EVIL)).toBeNull();
  expect(worker.verdict(EVIL, 1)?.kind).toBe('checking');
});
