import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeList, FakeService, hashOf, offline, protectionParts } from '../../../test/fixtures/protection.ts';
import { ServiceRefusal } from '../../api/error.ts';
import type { Hit } from '../verdict/lookup.ts';
import { BucketCache } from './bucket-cache.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const hitOf = (expression: string): Hit => {
  const hash = hashOf(expression);
  return { expression, hash, prefix: Number.parseInt(hash.slice(0, 8), 16) };
};
const HIT = hitOf('evil.test/');
const ASKER = { cause: 'navigation' } as const;

test('questions about one bucket that meet share one request', async () => {
  const service = new FakeService('evil.test/');
  let open = () => {};
  service.gate = new Promise((resolve) => {
    open = resolve;
  });
  const { confirmation } = await protectionParts(new FakeList('evil.test/'), service);
  const questions = [confirmation.ask([HIT], ASKER), confirmation.ask([HIT], ASKER), confirmation.ask([HIT], ASKER)];
  open();
  await Promise.all(questions);
  expect(service.asked).toHaveLength(1);
  expect(confirmation.known(HIT).kind).toBe('listed');
});

test('what was answered outlives the worker, until its time is over', async () => {
  const service = new FakeService('evil.test/');
  const list = new FakeList('evil.test/', 'other.test/');
  const first = await protectionParts(list, service);
  await first.confirmation.ask([HIT, hitOf('other.test/')], ASKER);
  const within = await protectionParts(list, service, { time: { now: first.time.now + 299_000 } });
  expect(within.confirmation.known(HIT).kind).toBe('listed');
  expect(within.confirmation.known(hitOf('other.test/')).kind).toBe('clear');
  const after = await protectionParts(list, service, { time: { now: first.time.now + 301_000 } });
  expect(after.confirmation.known(HIT).kind).toBe('unknown');
});

test('a clock that was set back does not keep an answer alive', async () => {
  const service = new FakeService();
  const list = new FakeList('evil.test/');
  const first = await protectionParts(list, service);
  await first.confirmation.ask([HIT], ASKER);
  const earlier = await protectionParts(list, service, { time: { now: first.time.now - 3_600_000 } });
  expect(earlier.confirmation.known(HIT).kind).toBe('unknown');
});

test('an answer that holds for no time at all holds until the browser is back at the site', async () => {
  const service = new FakeService();
  service.ttlSeconds = 0;
  const { confirmation, time } = await protectionParts(new FakeList('evil.test/'), service);
  await confirmation.ask([HIT], ASKER);
  time.now += 5_000;
  expect(confirmation.known(HIT).kind).toBe('clear');
});

test.each([
  ['a hash that is cut', [HIT.hash.slice(0, 32)], 'failed'],
  ['what is no hash', [`${HIT.hash.slice(0, 63)}g`], 'failed'],
  ['a hash of another bucket', ['0'.repeat(64)], 'failed'],
  ['one of these beside others', [HIT.hash, 'x'], 'failed'],
  ['a hash in upper case', [HIT.hash.toUpperCase()], 'listed'],
])('an answer with %s clears nothing', async (_, hashes, kind) => {
  const service = Object.assign(new FakeService(), { ask: async () => ({ hashes, details: {}, ttlSeconds: 300 }) });
  const { confirmation } = await protectionParts(new FakeList('evil.test/'), service);
  await confirmation.ask([HIT], ASKER);
  expect(confirmation.known(HIT)).toMatchObject(kind === 'failed' ? { kind, failure: 'malformed' } : { kind });
});

test('an answer that comes when another service was chosen counts for nothing: that one is asked', async () => {
  const service = Object.assign(new FakeService(), {
    ask: async ({ baseUrl }: { baseUrl: string }) => {
      parts.settings.serviceUrl = 'https://other.test';
      return { hashes: baseUrl === 'https://other.test' ? [HIT.hash] : [], details: {}, ttlSeconds: 300 };
    },
  });
  const parts = await protectionParts(new FakeList('evil.test/'), service);
  await parts.confirmation.ask([HIT], ASKER);
  expect(parts.confirmation.known(HIT).kind).toBe('listed');
});

test('the length of the bucket is the one that the service wants', async () => {
  const list = new FakeList('evil.test/');
  list.confirmPrefixLength = 8;
  const service = new FakeService('evil.test/');
  const { confirmation } = await protectionParts(list, service);
  await confirmation.ask([HIT], ASKER);
  expect(service.asked).toEqual([HIT.hash.slice(0, 8)]);
});

describe('a failure', () => {
  test('is kept with its reason for the popup, over the death of the worker, until a question is answered', async () => {
    const service = new FakeService('evil.test/');
    service.failure = offline();
    const list = new FakeList('evil.test/');
    const first = await protectionParts(list, service);
    await first.confirmation.ask([HIT], ASKER);
    expect(first.confirmation.known(HIT)).toMatchObject({ kind: 'failed', failure: 'offline' });
    const { session } = first;
    const later = await protectionParts(list, service, { session, time: { now: first.time.now + 20_000 } });
    expect(later.state.value).toEqual({ kind: 'offline', detail: 'The service could not be reached' });
    service.failure = null;
    await later.confirmation.ask([HIT], ASKER);
    expect(later.state.value).toBeNull();
  });

  test('is not asked about again before the service wants to hear of it', async () => {
    const service = new FakeService('evil.test/');
    service.failure = new ServiceRefusal(429, { message: 'Too many requests', code: 'TOO_MANY_REQUESTS' }, 120_000);
    const { confirmation, time } = await protectionParts(new FakeList('evil.test/'), service);
    await confirmation.ask([HIT], ASKER);
    time.now += 119_000;
    await confirmation.ask([HIT], ASKER);
    expect(confirmation.known(HIT)).toMatchObject({ kind: 'failed', failure: 'refused' });
    expect(service.asked).toHaveLength(1);
    time.now += 2_000;
    await confirmation.ask([HIT], ASKER);
    expect(service.asked).toHaveLength(2);
  });
});

test('a store that cannot be written costs the cache, not the verdict, and says so', async () => {
  const service = new FakeService('evil.test/');
  const { protection, store } = await protectionParts(new FakeList('evil.test/'), service);
  globalThis.indexedDB = {
    open() {
      throw new DOMException('No space', 'QuotaExceededError');
    },
  } as unknown as IDBFactory;
  const broken = await protectionParts(new FakeList('evil.test/'), service);
  expect((await broken.protection.resolve('https://evil.test/'))?.kind).toBe('blocked');
  expect(broken.store.problem).toMatchObject({ kind: 'full', cause: { message: 'No space' } });
  expect(store.problem).toBeNull();
  expect(protection.verdict('https://good.test/')?.kind).toBe('clear');
});

test('the newest thousand of the confirmed hosts are kept', async () => {
  const { hosts } = await protectionParts(new FakeList(), new FakeService());
  for (let at = 0; at < 1_003; at += 1) await hosts.add(hitOf(`host-${at}.test/`), undefined, at);
  expect([hosts.all.length, hosts.of('host-2.test/'), hosts.of('host-3.test/')?.confirmedAt]).toEqual([
    1_000,
    undefined,
    3,
  ]);
});

test('rows that are not what was written are dropped and removed', async () => {
  const list = new FakeList('evil.test/');
  const { store } = await protectionParts(list, new FakeService());
  await store.put('buckets', 'abcd', { hashes: 'all of them' });
  await store.put('hosts', 'evil.test', { host: 7 });
  const { hosts, store: again } = await protectionParts(list, new FakeService());
  expect(hosts.all).toEqual([]);
  expect(again.problem).toBeNull();
});

describe('what a page brings about by itself', () => {
  const FRAME = { cause: 'frame', tabId: 7 } as const;
  const hosts = Array.from({ length: 80 }, (_, at) => `listed-${at}.test/`);
  const hits = hosts.map(hitOf);

  test('is asked as far as its budget goes; a navigation is asked all the same', async () => {
    const service = new FakeService(...hosts);
    const { confirmation } = await protectionParts(new FakeList(...hosts), service);
    await confirmation.ask(hits, FRAME);
    expect(service.asked).toHaveLength(60);
    expect(hits.filter((hit) => confirmation.known(hit).kind === 'unknown')).toHaveLength(20);
    await confirmation.ask([hits[79]!], ASKER);
    expect(confirmation.known(hits[79]!).kind).toBe('listed');
  });
});

test('a question is sent with its cause and what it is about, for the person’s own record', async () => {
  const service = new FakeService('evil.test/');
  const { confirmation } = await protectionParts(new FakeList('evil.test/'), service);
  await confirmation.ask([HIT], { cause: 'navigation', tabId: 7 });
  await confirmation.ask([HIT], { cause: 'navigation', tabId: 7 });
  expect(service.reasons).toEqual([{ cause: 'navigation', about: ['evil.test/'] }]);
});

test('a verdict waits for no answer that is expired to be removed', async () => {
  const service = new FakeService('evil.test/');
  const list = new FakeList('evil.test/');
  const { confirmation, store, time } = await protectionParts(list, service);
  await confirmation.ask([HIT], ASKER);
  store.remove = () => new Promise(() => {});
  const cache = new BucketCache(store);
  await cache.load(time.now + 301_000);
  expect(cache.answer(HIT, 4, time.now)).toBeNull();
});
