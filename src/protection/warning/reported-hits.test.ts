import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Profile } from '../../../test/fixtures/profile.ts';
import { WARNING } from '../../../test/fixtures/protection.ts';
import { hashExpression, prefixOf } from '../../asset/hash.ts';

let profile: Profile;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  profile = new Profile();
  vi.stubGlobal('fetch', profile.fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const EVIL = 'https://evil.test/login';
const warningIn = (tabId: number) => ({ url: `${WARNING}#${EVIL}`, frameId: 0, tab: { id: tabId } });

describe('a guard that found a hit in a newer list than the worker has', () => {
  const hits = [prefixOf(hashExpression('evil.test/'))];
  const asker = { url: EVIL, frameId: 0, tab: { id: 1 } };

  test.each<[string, () => void]>([
    ['none', () => Object.assign(profile.list, { missing: true })],
    [
      'the one of the package',
      () => void profile.list.set().then(() => Object.assign(profile.list, { origin: 'bundled' })),
    ],
    ['an older one', () => void profile.list.set()],
  ])('has the service asked, and the page stopped (%s)', async (_, spoil) => {
    spoil();
    const { worker, answers } = await profile.wake();
    expect(await answers.guardResolve({ url: EVIL, isInUse: false, hits }, asker)).toEqual({ kind: 'blocked' });
    expect(profile.asked).toHaveLength(1);
    const { verdict } = await answers.warningDescribe({ url: EVIL, waits: false }, warningIn(1));
    expect(verdict.kind).toBe('blocked');
    expect(worker.verdict(EVIL, 1)?.kind).toBe('blocked');
  });

  test('is unconfirmed when the service cannot be asked', async () => {
    Object.assign(profile.list, { missing: true });
    profile.online = false;
    const { answers } = await profile.wake();
    expect(await answers.guardResolve({ url: EVIL, isInUse: false, hits }, asker)).toEqual({ kind: 'unconfirmed' });
  });

  test('is let go by a service that does not list it', async () => {
    Object.assign(profile.list, { missing: true });
    profile.listed = [];
    const { answers } = await profile.wake();
    expect(await answers.guardResolve({ url: EVIL, isInUse: false, hits }, asker)).toEqual({ kind: 'clear' });
  });

  test('can have the service asked about its own address only, and no more often than its budget allows', async () => {
    profile.list.set();
    const { worker, answers } = await profile.wake();
    const good = { url: 'https://good.test/', frameId: 0, tab: { id: 1 } };
    expect(await answers.guardResolve({ url: good.url, isInUse: false, hits }, good)).toEqual({ kind: 'clear' });
    expect(profile.asked).toEqual([]);
    for (let page = 0; page < 100; page += 1) {
      const url = `https://good.test/${page}`;
      await answers.guardResolve(
        { url, isInUse: false, hits: [prefixOf(hashExpression(`good.test/${page}`))] },
        { ...good, url },
      );
    }
    expect(profile.asked.length).toBeGreaterThan(0);
    expect(profile.asked.length).toBeLessThanOrEqual(60);
    expect(worker.verdict('https://good.test/39', 1)?.kind).toBe('clear');
  });
});
