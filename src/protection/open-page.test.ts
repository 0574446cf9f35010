import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { Profile } from '../../test/fixtures/profile.ts';
import { WARNING } from '../../test/fixtures/protection.ts';

const EVIL = 'https://evil.test/login';

afterEach(() => vi.unstubAllGlobals());

test('a site that left the list and is listed again while it is open is stopped', async () => {
  globalThis.indexedDB = new IDBFactory();
  const profile = new Profile();
  vi.stubGlobal('fetch', profile.fetch);
  profile.listed = [];
  await profile.wake();
  profile.open(1, EVIL);
  await profile.list.set('evil.test/');
  expect(profile.tabs.get(1)?.url).toBe(EVIL);
  await profile.list.set();
  profile.listed = ['evil.test/'];
  await profile.list.set('evil.test/');
  await vi.waitFor(() => expect(profile.tabs.get(1)?.url).toBe(`${WARNING}#${EVIL}`));
});
