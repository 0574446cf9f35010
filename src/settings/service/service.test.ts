import 'fake-indexeddb/auto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Records } from '../../storage/records.ts';
import { parsePolicy } from '../policy/policy.ts';
import { ProfileRecord } from '../record.ts';
import { SettingsStore } from '../store.ts';
import { chooseService } from './service.ts';

const SCOPES: Record<string, string[]> = {
  good: ['protect', 'report'],
  person: ['protect', 'report'],
  half: ['protect'],
  more: ['protect', 'report', 'read', 'manage'],
  other: ['protect', 'read'],
  none: [],
};
let server: Server;
let address: string;
let asked: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const key = String(request.headers['x-api-key']);
    asked.push(`${request.url} ${key}`);
    if (key === 'html') return response.end('<html>Welcome to the hotel</html>');
    if (key === 'down') response.statusCode = 503;
    else if (!SCOPES[key]) response.statusCode = 401;
    if (response.statusCode !== 200)
      return response.end(JSON.stringify({ message: 'Authorization not provided', code: 'UNAUTHORIZED', issues: [] }));
    const organization = { id: 1, slug: 'acme', name: 'Acme' };
    response.end(
      JSON.stringify({
        valid: true,
        kind: key === 'person' ? 'user' : 'organization',
        scopes: SCOPES[key],
        organization,
      }),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

let store: SettingsStore;
let record: ProfileRecord;
let policy: unknown;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  record = new ProfileRecord(new Records());
  asked = [];
  policy = {};
  store = new SettingsStore({
    brand: { serviceUrl: 'https://brand.example', publishableKey: 'brand' },
    record,
    policy: { current: async () => parsePolicy(policy) },
  });
});
const nothingStored = async () => expect(await record.read()).toBeUndefined();

describe('choosing a service', () => {
  it('stores an address and key that work, normalised, and names the organization', async () => {
    const choice = { serviceUrl: ` ${address}/api/v2/ `, apiKey: ' good ' };
    expect(await chooseService(store, choice)).toEqual({ stored: true, organization: 'Acme' });
    expect(await store.endpoint()).toEqual({ baseUrl: address, apiKey: 'good' });
    expect(asked).toEqual(['/api/v2/validate good']);
  });

  it.each([
    ['half', { kind: 'less', detail: 'report' }],
    ['none', { kind: 'less', detail: 'protect, report' }],
    ['more', { kind: 'more', detail: 'read, manage' }],
    ['other', { kind: 'more', detail: 'read' }],
    ['person', { kind: 'person' }],
    ['unheard', { kind: 'refused' }],
    ['down', { kind: 'error', detail: '503' }],
    ['html', { kind: 'malformed' }],
  ])('says why the key %s cannot be used and stores nothing', async (apiKey, problem) => {
    const result = await chooseService(store, { serviceUrl: address, apiKey });
    expect(result).toEqual({ stored: false, problem: expect.objectContaining(problem) });
    await nothingStored();
  });

  it.each([
    ['http://service.example', 'good', 'address'],
    ['https://service.example/portal', 'good', 'address'],
    ['nonsense address', 'good', 'address'],
    ['https://service.example', 'two words', 'keyForm'],
    ['https://service.example', null, 'otherAddress'],
    ['http://127.0.0.1:9', 'good', 'offline'],
  ])('refuses %s with key %s without asking the service', async (serviceUrl, apiKey, kind) => {
    const result = await chooseService(store, { serviceUrl, apiKey });
    expect(result).toEqual({ stored: false, problem: expect.objectContaining({ kind }) });
    expect(asked).toEqual([]);
    await nothingStored();
  });

  it('says that the disk is full, and not that the key is wrong', async () => {
    record.merge = async () => {
      throw new DOMException('No space', 'QuotaExceededError');
    };
    await expect(chooseService(store, { serviceUrl: address, apiKey: 'good' })).rejects.toMatchObject({
      name: 'StorageFull',
    });
  });

  it('goes back to the brand even while the service is down', async () => {
    await store.write({ serviceUrl: address, apiKey: 'good' });
    expect(await chooseService(store, { serviceUrl: null, apiKey: null })).toEqual({ stored: true });
    expect(await store.endpoint()).toEqual({ baseUrl: 'https://brand.example', apiKey: 'brand' });
  });

  it('keeps to the address that a policy sets, and takes a key for it', async () => {
    policy = { serviceUrl: address, managedBy: 'Acme' };
    const elsewhere = await chooseService(store, { serviceUrl: 'https://mine.example', apiKey: 'good' });
    expect(elsewhere).toEqual({ stored: false, problem: { kind: 'managed', detail: 'Acme', address: '' } });
    expect(asked).toEqual([]);
    await nothingStored();
    expect(await chooseService(store, { serviceUrl: null, apiKey: 'good' })).toMatchObject({ stored: true });
    expect(await store.endpoint()).toEqual({ baseUrl: address, apiKey: 'good' });
  });
});
