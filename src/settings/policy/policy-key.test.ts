import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SettingsStore } from '../store.ts';
import { parsePolicy } from './policy.ts';
import { PolicyKey } from './policy-key.ts';

const HOUR = 60 * 60_000;
const KEYS: Record<string, { kind: string; scopes: string[] } | undefined> = {
  fit: { kind: 'organization', scopes: ['protect', 'report'] },
  manager: { kind: 'organization', scopes: ['protect', 'report', 'manage'] },
  weak: { kind: 'organization', scopes: ['protect'] },
  person: { kind: 'user', scopes: ['protect', 'report'] },
};
let server: Server;
let baseUrl: string;
let asked: string[];
let isDown: boolean;
let disk: unknown;
let now: number;
beforeAll(async () => {
  server = createServer((request, response) => {
    const key = String(request.headers['x-api-key']);
    asked.push(`${key} ${request.url}`);
    if (isDown) return response.writeHead(503).end();
    const known = KEYS[key];
    if (!known) return response.writeHead(401).end('{"message":"no","code":"UNAUTHORIZED","issues":[]}');
    response.end(JSON.stringify({ valid: true, ...known }));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  [asked, isDown, disk, now] = [[], false, undefined, 0];
});

/** Starts a worker under a policy, in a build with or without a key of its own. */
function wake(policy: object, publishableKey = 'built') {
  const policyKey = new PolicyKey({
    kept: {
      read: async () => disk,
      write: async (record) => {
        disk = structuredClone(record);
      },
    },
    now: () => now,
  });
  const settings = new SettingsStore({
    brand: { serviceUrl: baseUrl, publishableKey },
    record: { read: async () => undefined, merge: async () => undefined },
    policy: { current: async () => parsePolicy(policy) },
    policyKey,
  });
  return {
    settings,
    ask: () => settings.judgePolicyKey(),
    key: async () => (await settings.endpoint())?.apiKey,
    problem: () => settings.policyKeyProblem(),
  };
}

it.each([
  ['person', 'belongs to a person'],
  ['manager', 'can do more than protect and report (manage)'],
  ['weak', 'lacks the scope report'],
  ['unknown', 'is not accepted by the service'],
])('the key "%s" of a policy is not used, and the reason is said', async (apiKey, words) => {
  const worker = wake({ apiKey });
  expect([await worker.key(), await worker.ask(), await worker.key()]).toEqual(['built', true, 'built']);
  expect(await worker.problem()).toContain(words);
  expect((await worker.settings.view()).problems.join()).toContain(words);
  const next = wake({ apiKey }, '');
  expect([await next.key(), await next.ask()]).toEqual([undefined, false]);
  expect(asked).toHaveLength(1);
});

it('a key that can do what a build needs is used once the service has said so, in later lives without asking', async () => {
  const worker = wake({ apiKey: 'fit' });
  expect([await worker.key(), await worker.ask(), await worker.key()]).toEqual(['built', true, 'fit']);
  expect(await worker.problem()).toBeNull();
  const next = wake({ apiKey: 'fit' });
  expect([await next.key(), await next.ask(), asked.length]).toEqual(['fit', false, 1]);
});

it('asks about a key every hour after a refusal and every day after an acceptance, and keeps the last answer while the service is unreachable', async () => {
  await wake({ apiKey: 'manager' }).ask();
  now = HOUR;
  KEYS.manager!.scopes = ['protect', 'report'];
  const worker = wake({ apiKey: 'manager' });
  expect([await worker.ask(), await worker.key()]).toEqual([true, 'manager']);
  now += 24 * HOUR;
  isDown = true;
  expect([await worker.ask(), await worker.key()]).toEqual([false, 'manager']);
  isDown = false;
  KEYS.manager!.scopes = ['protect', 'report', 'manage'];
  expect([await worker.ask(), await worker.key()]).toEqual([true, 'built']);
});

it('a key for another service, and another key, are checked again; while nobody answers they are not used', async () => {
  await wake({ apiKey: 'fit' }).ask();
  isDown = true;
  const other = wake({ apiKey: 'fit', serviceUrl: baseUrl.replace('127.0.0.1', 'localhost') });
  expect([await other.ask(), await other.key()]).toEqual([false, undefined]);
  expect(await other.problem()).toContain('has not said what it can do');
});

it('what a policy does not say is not asked about', async () => {
  const worker = wake({});
  expect([await worker.ask(), await worker.problem(), asked]).toEqual([false, null, []]);
});

it('a key that is refused is still locked', async () => {
  const worker = wake({ apiKey: 'manager' });
  await worker.ask();
  await expect(worker.settings.write({ apiKey: 'mine' })).rejects.toThrow('cannot be changed here');
});
