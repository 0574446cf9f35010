import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { type DBSchema, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ListStore } from '../blocklist/store/store.ts';
import { TrafficLog } from '../protection/activity/traffic-log.ts';
import { ProtectionStore } from '../protection/store.ts';
import { ReportingDatabase } from '../reporting/database.ts';
import { Connection, type Layout } from './connection.ts';
import { Records } from './records.ts';

interface Schema extends DBSchema {
  rows: { key: string; value: unknown };
}
const LAYOUT: Layout<Schema> = {
  name: 'test',
  version: 1,
  stores: { rows: {} },
};
/** The same as a later version of the extension has it. */
interface LaterSchema extends Schema {
  more: { key: string; value: unknown };
}
const LATER: Layout<LaterSchema> = { name: 'test', version: 2, stores: { rows: {}, more: {} } };
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('stored data survives closing the connection, and is gone after removing the database', async () => {
  const connection = new Connection(LAYOUT);
  await connection.use((database) => database.put('rows', 'kept', 'row'));
  await connection.close();
  expect(await connection.use((database) => database.get('rows', 'row'))).toBe('kept');
  await connection.remove();
  expect(await connection.use((database) => database.get('rows', 'row'))).toBeUndefined();
});

test('a later version adds its stores and keeps what is stored', async () => {
  const connection = new Connection(LAYOUT);
  await connection.use((database) => database.put('rows', 'kept', 'row'));
  // It is still open: it closes for the later one.
  const later = new Connection(LATER);
  expect(await later.use((database) => database.get('rows', 'row'))).toBe('kept');
  await later.use((database) => database.put('more', 'new', 'row'));
});

test('the version before reads and writes what a later one stored, and the later one finds both again', async () => {
  const later = new Connection(LATER);
  await later.use((database) => database.put('rows', 'of the later', 'one'));
  await later.use((database) => database.put('more', 'of the later', 'one'));
  const before = new Connection(LAYOUT);
  expect(await before.use((database) => database.get('rows', 'one'))).toBe('of the later');
  await before.use((database) => database.put('rows', 'of the one before', 'two'));
  expect(await later.use((database) => database.getAll('rows'))).toEqual(['of the later', 'of the one before']);
  expect(await later.use((database) => database.getAll('more'))).toEqual(['of the later']);
});

test('two versions with the database open at the same time work beside each other', async () => {
  const [before, later] = [new Connection(LAYOUT), new Connection(LATER)];
  await before.use((database) => database.getAll('rows'));
  await later.use((database) => database.put('rows', 1, 'one'));
  await before.use((database) => database.put('rows', 2, 'two'));
  expect(await later.use((database) => database.getAll('rows'))).toEqual([1, 2]);
});

test('a database of a later version without a store that is needed is refused as it is, and stays', async () => {
  const other = await openDB('test', 7, { upgrade: (database) => void database.createObjectStore('other') });
  await other.put('other', 'kept', 'row');
  other.close();
  const refused = new Connection(LAYOUT).use((database) => database.getAll('rows'));
  await expect(refused).rejects.toMatchObject({ name: 'VersionError' });
  const again = await openDB('test');
  expect(await again.getAll('other')).toEqual(['kept']);
  again.close();
});

test('waits no longer than the limit for a connection that never closes', async () => {
  const holder = await openDB<Schema>('test', 1);
  await expect(new Connection(LAYOUT, 20).remove()).rejects.toMatchObject({ name: 'TimeoutError' });
  holder.close();
});

test('what hangs fails after the limit and is reported as a problem, all else is refused meanwhile, and its end repairs it', async () => {
  const connection = new Connection(LAYOUT, 300);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const hanging = connection.use(() => answered);
  await expect(hanging).rejects.toMatchObject({ name: 'TimeoutError' });
  const tried = vi.fn();
  await expect(connection.use(tried)).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(tried).not.toHaveBeenCalled();
  expect(connection.problem?.kind).toBe('broken');
  answer();
  await hanging.catch(() => undefined);
  await connection.write(['rows'], (transaction) => transaction.objectStore('rows').put('stored', 'row'));
  expect(await connection.use((database) => database.get('rows', 'row'))).toBe('stored');
  expect(connection.problem).toBeNull();
});

test('a write that does not end in time leaves nothing behind', async () => {
  const connection = new Connection(LAYOUT, 20);
  const slow = connection.write(['rows'], async (transaction) => {
    for (let row = 0; ; row += 1) await transaction.objectStore('rows').put(row, `${row}`);
  });
  await expect(slow).rejects.toMatchObject({ name: 'TimeoutError' });
  await vi.waitFor(async () => expect(await connection.use((database) => database.getAllKeys('rows'))).toEqual([]));
});

test('a list that does not open because the disk is full is reported as that, and not deleted to repair it', async () => {
  const closed = new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw closed;
  });
  const deletion = vi.spyOn(indexedDB, 'deleteDatabase');
  const room = { quota: 574_284, usage: 574_184 };
  vi.stubGlobal('navigator', { storage: { estimate: async () => room } });
  await expect(new ListStore().read()).rejects.toMatchObject({ kind: 'full' });
  expect(deletion).not.toHaveBeenCalled();
  room.quota = 1e9;
  await expect(new Records().read('settings')).rejects.toBe(closed);
  vi.unstubAllGlobals();
});

describe('a database that hangs is given up by', () => {
  const pending = () => new Promise<never>(() => undefined);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test.each<[string, () => { read: () => Promise<unknown>; problem?: () => unknown }]>([
    [
      'the settings',
      () => {
        const records = new Records();
        return { read: () => records.read('settings'), problem: () => records.problem };
      },
    ],
    [
      'the outbox',
      () => {
        const database = new ReportingDatabase();
        return { read: () => database.read((each) => each.getAll('entries')), problem: () => database.problem };
      },
    ],
    [
      'the record of requests',
      () => {
        const log = new TrafficLog({ kept: async () => 'day', now: Date.now });
        return { read: () => log.all(), problem: () => log.problem };
      },
    ],
    [
      'what was confirmed and allowed',
      () => {
        const store = new ProtectionStore();
        return { read: () => store.load('hosts', z.unknown()), problem: () => store.problem };
      },
    ],
    ['the list', () => ({ read: () => new ListStore().read() })],
  ])('%s', async (_, make) => {
    const { read, problem } = make();
    const ended = vi.fn();
    const reading = read().then(ended, ended);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.race([reading.then(() => 'ended'), pending()])).toBe('ended');
    if (problem) expect(problem()).toMatchObject({ kind: 'broken' });
  });
});
