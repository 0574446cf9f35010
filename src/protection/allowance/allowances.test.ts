import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import { FakeList, FakeService, FakeSession, protectionParts } from '../../../test/fixtures/protection.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const DAY = 86_400_000;
const life = (session: FakeSession, now: number) =>
  protectionParts(new FakeList(), new FakeService(), { session, time: { now } }).then(({ allowances }) => allowances);

test('of a day ends after a day, also when nobody removed it', async () => {
  const session = new FakeSession();
  const allowances = await life(session, 1_000);
  await allowances.grant('evil.test/', 'day', undefined);
  expect(allowances.nextExpiry).toBe(1_000 + DAY);
  const before = await life(session, 999 + DAY);
  expect(before.covering(['evil.test/'], undefined)?.scope).toBe('day');
  const after = await life(session, 1_000 + DAY);
  expect(after.covering(['evil.test/'], undefined)).toBeUndefined();
  await after.expire();
  expect((await life(session, 1_000)).list).toEqual([]);
});

test('of a tab ends with the tab and with the browser session', async () => {
  const session = new FakeSession();
  const allowances = await life(session, 1_000);
  await allowances.grant('evil.test/', 'tab', 3);
  await allowances.grant('evil.test/', 'tab', 4);
  await allowances.forgetTab(3);
  const later = await life(session, 2_000);
  expect(later.covering(['evil.test/'], 3)).toBeUndefined();
  expect(later.covering(['evil.test/'], 4)).toBeDefined();
  const restarted = await life(new FakeSession(), 3_000);
  expect(restarted.list).toEqual([]);
});

test('of a tab follows a page that was loaded ahead into its tab', async () => {
  const session = new FakeSession();
  const allowances = await life(session, 1_000);
  await allowances.grant('evil.test/', 'tab', 3);
  await allowances.moveTab(3, 9);
  const later = await life(session, 1_000);
  expect(later.covering(['evil.test/'], 9)).toBeDefined();
  expect(later.covering(['evil.test/'], 3)).toBeUndefined();
});

test('for always lasts, and goes when it is revoked', async () => {
  const session = new FakeSession();
  const allowances = await life(session, 1_000);
  const { id } = await allowances.grant('evil.test/', 'always', undefined);
  const later = await life(session, 1_000 + 400 * DAY);
  expect(later.list).toHaveLength(1);
  await later.revoke(id);
  expect((await life(session, 1_000)).list).toEqual([]);
});

test('granted twice is one, and revoked once is none', async () => {
  const session = new FakeSession();
  for (const scope of ['always', 'tab'] as const) {
    await Promise.all([1, 2].map(async () => (await life(session, 1_000)).grant('evil.test/', scope, 3)));
    const later = await life(session, 2_000);
    expect(later.list).toHaveLength(1);
    await later.revoke(later.list[0]!.id);
    expect((await life(session, 2_000)).list).toEqual([]);
  }
});

test('of a day that was written into the storage lasts a day, whatever it says', async () => {
  const forged = { expression: 'evil.test/', scope: 'day', createdAt: 1_000 };
  const parts = await protectionParts(new FakeList(), new FakeService(), { time: { now: 1_000 } });
  await parts.store.put('allowances', 'a', { ...forged, id: 'a', expiresAt: 1_000 + 900 * DAY });
  await parts.store.put('allowances', 'b', { ...forged, id: 'b' });
  expect((await life(new FakeSession(), 2_000)).list.map(({ id }) => id)).toEqual(['a']);
  expect((await life(new FakeSession(), 1_000 + DAY)).list).toEqual([]);
});

test('two at the same moment are both kept', async () => {
  const session = new FakeSession();
  const allowances = await life(session, 1_000);
  await Promise.all([allowances.grant('a.test/', 'tab', 1), allowances.grant('b.test/', 'tab', 1)]);
  expect((await life(session, 1_000)).list).toHaveLength(2);
});

test('is not in force where the browser did not keep it', async () => {
  globalThis.indexedDB = {
    open() {
      throw new DOMException('Broken', 'UnknownError');
    },
  } as unknown as IDBFactory;
  const allowances = await life(new FakeSession(), 1_000);
  await expect(allowances.grant('evil.test/', 'always', undefined)).rejects.toMatchObject({ name: 'StorageBroken' });
  expect(allowances.covering(['evil.test/'], undefined)).toBeUndefined();
});

test('survives a rollback to a version that cannot read one of the allowances', async () => {
  const first = await life(new FakeSession(), 1_000);
  await first.grant('evil.test/', 'always', undefined);
  const later = await openDB('wary-protection', 9, { upgrade: (database) => void database.createObjectStore('more') });
  const ofTheFuture = { id: 'later', expression: 'other.test/', scope: 'whileItRains', createdAt: 1_000 };
  await later.put('allowances', ofTheFuture, 'later');
  later.close();
  const before = await life(new FakeSession(), 2_000);
  expect(before.covering(['evil.test/'], undefined)?.scope).toBe('always');
  expect(before.covering(['other.test/'], undefined)).toBeUndefined();
  await before.grant('third.test/', 'always', undefined);
  await before.expire();
  const again = await openDB('wary-protection', 9);
  expect(await again.count('allowances')).toBe(3);
  expect(await again.get('allowances', 'later')).toEqual(ofTheFuture);
  again.close();
});
