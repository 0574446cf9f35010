import 'fake-indexeddb/auto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { Records } from '../storage/records.ts';
import { settingsOfPrivateWindows, settingsOfProfile } from './exchange.ts';
import { changesShared } from './record.ts';
import { SettingsStore } from './store.ts';

// Outside a browser build, `false` would be a string here.
vi.stubEnv('FIREFOX', '');
let server: Server;
let brand: { serviceUrl: string; publishableKey: string };
let asked: string[];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.headers['x-api-key']} ${request.url}`);
    response.end(JSON.stringify({ valid: true, kind: 'organization', scopes: ['protect', 'report'] }));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  brand = { serviceUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, publishableKey: 'built' };
});
afterAll(() => void server.close());
beforeEach(() => {
  fakeBrowser.reset();
  globalThis.indexedDB = new IDBFactory();
  asked = [];
});

/** The workers of the profile and of private windows, each with its settings. */
function workers(managed: object) {
  fakeBrowser.storage.managed.get = (async () => managed) as typeof fakeBrowser.storage.managed.get;
  const profile = settingsOfProfile(new Records(), brand);
  const hidden = settingsOfPrivateWindows(brand);
  const storeOf = (exchange: typeof profile) => new SettingsStore({ brand, ...exchange });
  return { profile, own: storeOf(profile), inPrivate: storeOf(hidden), hidden };
}

test('in a private window a policy sets and locks what it does elsewhere', async () => {
  const { profile, inPrivate, hidden } = workers({ managedBy: 'Acme', failurePolicy: 'closed', openListed: 'nobody' });
  await profile.policy.follow();
  await profile.publish();
  expect(await inPrivate.view()).toMatchObject({
    managedBy: 'Acme',
    failurePolicy: { value: 'closed', origin: 'policy' },
    openListed: { value: 'nobody', origin: 'policy' },
  });
  await expect(inPrivate.write({ failurePolicy: 'open' })).rejects.toThrow('managed by Acme');
  expect(await hidden.policy.follow()).toBe(false);
});

test('a policy’s service and key are used in a private window once the profile’s worker has asked about them', async () => {
  const { profile, own, inPrivate } = workers({ apiKey: 'theirs' });
  const changed: object[] = [];
  fakeBrowser.storage.session.onChanged.addListener((changes: object) => void changed.push(changes));
  await profile.policy.follow();
  await profile.publish();
  expect((await inPrivate.endpoint())?.apiKey).toBe('built');
  expect([await inPrivate.judgePolicyKey(), asked]).toEqual([false, []]);

  changed.length = 0;
  expect(await own.judgePolicyKey()).toBe(true);
  await profile.publish();
  expect(await inPrivate.endpoint()).toEqual({ baseUrl: brand.serviceUrl, apiKey: 'theirs' });
  expect(changed.some(changesShared)).toBe(true);
  expect(asked).toEqual(['theirs /api/v2/validate']);
});

test('a policy that ends is gone from private windows too', async () => {
  const { profile, inPrivate } = workers({ protectSites: true });
  await profile.policy.follow();
  await profile.publish();
  expect((await inPrivate.effective()).protectSites.origin).toBe('policy');
  fakeBrowser.storage.managed.get = (async () => ({})) as typeof fakeBrowser.storage.managed.get;
  await profile.policy.follow();
  await profile.publish();
  expect((await inPrivate.effective()).protectSites.origin).toBe('default');
});
