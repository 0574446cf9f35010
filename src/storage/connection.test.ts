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
  await (await connection.open()).put('rows', 'kept', 'row');
  await connection.close();
  expect(await (await connection.open()).get('rows', 'row')).toBe('kept');
  await connection.remove();
  expect(await (await connection.open()).get('rows', 'row')).toBeUndefined();
});

test('a later version adds its stores and keeps what is stored', async () => {
  const connection = new Connection(LAYOUT);
  await (await connection.open()).put('rows', 'kept', 'row');
  // It is still open: it closes for the later one.
  const later = await new Connection(LATER).open();
  expect(await later.get('rows', 'row')).toBe('kept');
  await later.put('more', 'new', 'row');
});

test('the version before reads and writes what a later one stored, and the later one finds both again', async () => {
  const later = new Connection(LATER);
  await (await later.open()).put('rows', 'of the later', 'one');
  await (await later.open()).put('more', 'of the later', 'one');
  const before = new Connection(LAYOUT);
  expect(await (await before.open()).get('rows', 'one')).toBe('of the later');
  await (await before.open()).put('rows', 'of the one before', 'two');
  expect(await (await later.open()).getAll('rows')).toEqual(['of the later', 'of the one before']);
  expect(await (await later.open()).getAll('more')).toEqual(['of the later']);
});

test('two versions with the database open at the same time work beside each other', async () => {
  const [before, later] = [new Connection(LAYOUT), new Connection(LATER)];
  await before.open();
  await (await later.open()).put('rows', 1, 'one');
  await (await before.open()).put('rows', 2, 'two');
  expect(await (await later.open()).getAll('rows')).toEqual([1, 2]);
});

test('a database of a later version without a store that is needed is refused as it is, and stays', async () => {
  const other = await openDB('test', 7, { upgrade: (database) => void database.createObjectStore('other') });
  await other.put('other', 'kept', 'row');
  other.close();
  await expect(new Connection(LAYOUT).open()).rejects.toMatchObject({ name: 'VersionError' });
  const again = await openDB('test');
  expect(await again.getAll('other')).toEqual(['kept']);
  again.close();
});

test('waits no longer than the limit for a connection that never closes', async () => {
  const holder = await openDB<Schema>('test', 1);
  await expect(new Connection({ ...LAYOUT, limitMs: 20 }).remove()).rejects.toMatchObject({ name: 'TimeoutError' });
  holder.close();
});
