import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parsePolicy } from '../policy/policy.ts';
import { SettingsStore } from '../store.ts';
import { DeliveredKey } from './delivered-key.ts';

const SCOPES: Record<string, string[] | undefined> = {
  ...{ first: ['protect', 'report'], second: ['protect', 'report'], third: ['protect', 'report'] },
  ...{ mighty: ['protect', 'report', 'read'], weak: ['protect'], person: ['protect', 'report'] },
};
const HOUR = 60 * 60_000;
let server: Server;
let baseUrl: string;
let asked: string[];
let down = false;
beforeAll(async () => {
  server = createServer((request, response) => {
    const key = String(request.headers['x-api-key']);
    asked.push(key);
    if (down) return response.writeHead(503).end();
    if (!SCOPES[key]) return response.writeHead(401).end('{"message":"no","code":"UNAUTHORIZED","issues":[]}');
    const kind = key === 'person' ? 'user' : 'organization';
    response.end(JSON.stringify({ valid: true, kind, scopes: SCOPES[key] }));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

let disk: unknown;
let person: object | undefined;
let policy: unknown;
let now: number;
beforeEach(() => {
  [disk, person, policy, now, asked, down] = [undefined, undefined, {}, 0, [], false];
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
/** Starts a worker of a build with this key. */
function wake(publishableKey = 'first') {
  const brand = { serviceUrl: baseUrl, publishableKey };
  const write = async (record: unknown) => {
    disk = structuredClone(record);
  };
  const delivered = new DeliveredKey({ brand, kept: { read: async () => disk, write }, now: () => now });
  const record = { read: async () => person, merge: async () => undefined };
  const settings = new SettingsStore({
    brand,
    record,
    policy: { current: async () => parsePolicy(policy) },
    delivered,
  });
  const offer = async (apiKey: string, version = 1) =>
    delivered.offer((await settings.endpoint())!, { apiKey, version });
  return { delivered, offer, key: async () => (await settings.endpoint())?.apiKey };
}

describe('a key that follows the one of the build', () => {
  it('is used at once, after a restart, and in a later build with any key that it follows', async () => {
    const worker = wake();
    const changed = vi.fn();
    worker.delivered.onChange(changed);
    expect(await worker.offer('second', 1)).toBe(true);
    expect([await worker.key(), await wake().key()]).toEqual(['second', 'second']);
    expect(await wake().offer('third', 2)).toBe(true);
    for (const build of ['first', 'second', 'third']) expect(await wake(build).key()).toBe('third');
    expect(await wake('another').key()).toBe('another');
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['mighty', 'can do more than protect and report (read)'],
    ['weak', 'lacks the scope report'],
    ['person', 'belongs to a person'],
    ['unknown', 'is not accepted by the service'],
  ])('is refused where it is %s, and not asked about again within an hour', async (key, why) => {
    const worker = wake();
    expect(await worker.offer(key)).toBe(false);
    expect(vi.mocked(console.warn).mock.calls[0]![0]).toContain(why);
    expect(await worker.offer(key)).toBe(false);
    expect([await worker.key(), asked]).toEqual(['first', [key]]);
    now += HOUR;
    await worker.offer(key);
    expect(asked).toEqual([key, key]);
    expect(await worker.offer('second')).toBe(true);
    expect(await worker.key()).toBe('second');
  });

  it('waits where the service cannot be asked, or nothing can be stored', async () => {
    down = true;
    expect([await wake().offer('second'), await wake().key()]).toEqual([false, 'first']);
    down = false;
    const brand = { serviceUrl: baseUrl, publishableKey: 'first' };
    const full = { read: async () => undefined, write: () => Promise.reject(new Error('full')) };
    const delivered = new DeliveredKey({ brand, kept: full });
    expect(await delivered.offer({ baseUrl, apiKey: 'first' }, { apiKey: 'second', version: 1 })).toBe(false);
    expect(await wake().offer('second')).toBe(true);
  });

  it('gives way to the build’s own where the service refuses it, until it is offered again later', async () => {
    const worker = wake();
    await worker.offer('second');
    await worker.delivered.refused({ baseUrl, apiKey: 'first' });
    expect(await worker.key()).toBe('second');
    await worker.delivered.refused({ baseUrl, apiKey: 'second' });
    expect(await worker.key()).toBe('first');
    expect([await worker.offer('second'), await worker.key()]).toEqual([false, 'first']);
    expect([await worker.offer('third', 2), await worker.key()]).toEqual([true, 'third']);
  });

  it('never takes the place of an older offer, of a key that a person or a policy set, or of another service’s', async () => {
    const worker = wake();
    await worker.offer('third', 2);
    expect([await worker.offer('second', 1), await worker.key()]).toEqual([true, 'third']);
    person = { apiKey: 'mine' };
    expect([await worker.offer('second', 3), await worker.key()]).toEqual([true, 'mine']);
    person = undefined;
    policy = { apiKey: 'governed' };
    expect([await worker.offer('second', 3), await worker.key()]).toEqual([true, 'governed']);
    policy = {};
    const elsewhere = { baseUrl: 'https://other.example', apiKey: 'first' };
    await worker.delivered.offer(elsewhere, { apiKey: 'second', version: 3 });
    expect(await worker.key()).toBe('third');
  });

  it('that is damaged on the disk counts as none', async () => {
    disk = { service: baseUrl, apiKey: 7 };
    expect(await wake().key()).toBe('first');
  });
});
