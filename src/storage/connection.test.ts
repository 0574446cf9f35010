import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { type DBSchema, openDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import { Connection, type Layout } from './connection.ts';

interface Schema extends DBSchema {
  rows: { key: string; value: unknown };
}
const LAYOUT: Layout<Schema> = {
  name: 'test',
  version: 1,
  upgrade: (database) => void database.createObjectStore('rows'),
};
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('stored data survives closing the connection, and is gone after removing the database', async () => {
  const connection = new Connection(LAYOUT);
  await (await connection.open()).put('rows', 'kept', 'row');
  await connection.close();
  expect(await (await connection.open()).get('rows', 'row')).toBe('kept');
  await connection.remove();
  expect(await (await connection.open()).get('rows', 'row')).toBeUndefined();
});

test('closes for a newer version, which keeps the data, and opens again after that one is closed', async () => {
  const connection = new Connection(LAYOUT);
  await (await connection.open()).put('rows', 'kept', 'row');
  const newer = await openDB<Schema>('test', 2);
  expect(await newer.get('rows', 'row')).toBe('kept');
  await expect(connection.open()).rejects.toMatchObject({ name: 'VersionError' });
  newer.close();
  await new Connection(LAYOUT).remove();
  expect(await (await connection.open()).get('rows', 'row')).toBeUndefined();
});

test('waits no longer than the limit for a connection that never closes', async () => {
  const holder = await openDB<Schema>('test', 1, { upgrade: LAYOUT.upgrade });
  await expect(new Connection({ ...LAYOUT, limitMs: 20 }).remove()).rejects.toMatchObject({ name: 'TimeoutError' });
  holder.close();
});
