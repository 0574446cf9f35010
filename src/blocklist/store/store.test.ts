import { deleteDB, openDB } from 'idb';
import { describe, expect, test, vi } from 'vitest';
import { tokenOf } from '../../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { awake, service, setStage, storing, tokenAfterWake } from '../../../test/fixtures/blocklist/stage.ts';
import { listOf } from '../../../test/fixtures/blocklist/worker.ts';
import { StorageFailure } from '../../storage/failure.ts';
import { DATABASE_NAME } from './database.ts';

const OLD = randomPrefixes(2_000, 1);
const NEW = randomPrefixes(2_100, 2);
const BUNDLED = randomPrefixes(1_500, 3);
const EARLIER = '2026-10-01T00:00:00Z';

setStage();

describe('a store that fails under the worker', () => {
  test('a death between two parts leaves the old list', async () => {
    const { store } = await storing(OLD);
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (key === 'recent') this.transaction.abort();
      return put.call(this, value, key);
    });
    await expect(store.write({ snapshot: listOf(NEW), recent: listOf(NEW) })).rejects.toThrow(StorageFailure);
    vi.restoreAllMocks();
    const { blocklist } = await awake();
    expect(blocklist.info).toMatchObject({ token: tokenOf(OLD), recentToken: null });
    expect(blocklist.has(OLD[0]!)).toBe(true);
  });

  test('a full disk: the new list protects, the old one stays stored, the state says so, and room heals it', async () => {
    const { sync, blocklist } = await storing(OLD);
    service.publish({ snapshot: NEW });
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (key === 'snapshot') throw new DOMException('no room', 'QuotaExceededError');
      return put.call(this, value, key);
    });
    expect((await sync.run('start')).problem?.kind).toBe('storage-full');
    expect(blocklist.has(NEW[0]!)).toBe(true);
    expect(await tokenAfterWake()).toBe(tokenOf(OLD));
    vi.restoreAllMocks();
    expect((await sync.run('person')).problem).toBeNull();
    expect(await tokenAfterWake()).toBe(tokenOf(NEW));
  });

  test('a database deleted under the running worker is written again by the next poll, though nothing is new', async () => {
    service.publish({ snapshot: OLD, recent: NEW });
    const { sync, blocklist } = await awake();
    await sync.run('start');
    await deleteDB(DATABASE_NAME);
    expect(blocklist.has(OLD[0]!)).toBe(true);
    service.requests.length = 0;
    expect((await sync.run('person')).problem).toBeNull();
    expect(service.requests).toHaveLength(1);
    const { blocklist: next } = await awake();
    expect(next.info).toMatchObject({ token: tokenOf(OLD), recentToken: tokenOf(NEW) });
  });

  test('a database of a later version of the extension serves where it has the same stores', async () => {
    await storing(OLD);
    (await openDB(DATABASE_NAME, 9)).close();
    expect(await tokenAfterWake()).toBe(tokenOf(OLD));
  });

  test('a database of a later version of the extension without its stores is created again', async () => {
    (await openDB(DATABASE_NAME, 9)).close();
    service.publish({ snapshot: OLD });
    const { sync } = await awake();
    expect((await sync.run('start')).problem).toBeNull();
    expect(await tokenAfterWake()).toBe(tokenOf(OLD));
  });

  test('a database without its stores is created again', async () => {
    (await openDB(DATABASE_NAME, 1)).close();
    service.publish({ snapshot: OLD });
    await (await awake()).sync.run('start');
    expect(await tokenAfterWake()).toBe(tokenOf(OLD));
  });

  test('a database that fails once is not created again for that', async () => {
    await storing(OLD);
    service.bundle(BUNDLED, EARLIER);
    const { transaction } = IDBDatabase.prototype;
    vi.spyOn(IDBDatabase.prototype, 'transaction')
      .mockImplementationOnce(() => {
        throw new DOMException('The disk is busy', 'UnknownError');
      })
      .mockImplementation(transaction);
    expect(await tokenAfterWake()).toBe(tokenOf(OLD));
  });

  test('a database that cannot be read when the worker wakes is replaced by the next poll', async () => {
    await storing(OLD);
    service.bundle(BUNDLED, EARLIER);
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The disk is busy', 'AbortError');
    });
    const { blocklist, sync } = await awake();
    expect(blocklist.info?.token).toBe(tokenOf(BUNDLED));
    vi.restoreAllMocks();
    service.publish({ snapshot: NEW });
    await sync.run('start');
    expect(blocklist.info).toMatchObject({ token: tokenOf(NEW), origin: 'service' });
    expect(blocklist.storeProblem).toBeNull();
  });

  test('no database at all: the package serves, then the service, from memory', async () => {
    service.bundle(BUNDLED, EARLIER);
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError');
    });
    const { blocklist, sync } = await awake();
    expect(blocklist.info?.origin).toBe('bundled');
    expect(blocklist.storeProblem?.kind).toBe('broken');
    service.publish({ snapshot: NEW });
    expect((await sync.run('start')).problem?.kind).toBe('storage-broken');
    expect(blocklist.has(NEW[0]!)).toBe(true);
  });

  test('a database that another holder blocks does not keep the list of the package waiting', async () => {
    service.bundle(BUNDLED, EARLIER);
    vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest());
    const start = performance.now();
    const { blocklist } = await awake();
    expect(blocklist.info?.origin).toBe('bundled');
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});

describe('what is written', () => {
  test('a poll writes no list, additions write no snapshot', async () => {
    service.publish({ snapshot: OLD });
    const { sync } = await awake();
    await sync.run('start');
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    await sync.run('person');
    expect(put.mock.calls.map(([, key]) => key)).toEqual(['sync']);
    put.mockClear();
    service.publish({ snapshot: OLD, recent: NEW.subarray(0, 5) });
    await sync.run('person');
    expect(put.mock.calls.map(([, key]) => key)).toEqual(['recent', 'sync']);
  });
});
