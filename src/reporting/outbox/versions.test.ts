import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import { REPORT } from '../../../test/fixtures/reporting/world.ts';
import { ReportingDatabase } from '../database.ts';
import { DraftStore } from '../draft/draft.ts';
import { Outbox } from './outbox.ts';

const NAME = 'wary-reporting';
const NOW = Date.UTC(2025, 10, 21);
const wake = () => {
  const database = new ReportingDatabase(NAME);
  const outbox = new Outbox({ endpoint: async () => null, database, now: () => NOW, random: () => 0 });
  return { outbox, drafts: new DraftStore(database, () => NOW), end: () => database.close() };
};
const draft = { ...REPORT.draft, contents: ['https://scam.example/x'], description: 'Half a sentence' };
const ENTRY = {
  ...{ item: REPORT, createdAt: NOW, attempts: 0, lastAttemptAt: null, nextAttemptAt: NOW },
  state: { kind: 'waiting' },
};

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('reports and drafts that the first version stored are there after the update', async () => {
  const first = await openDB(NAME, 1, {
    upgrade(database) {
      for (const store of ['entries', 'damaged', 'drafts']) database.createObjectStore(store);
    },
  });
  const id = crypto.randomUUID();
  await first.put('entries', { id, ...ENTRY }, id);
  await first.put('drafts', { kind: 'report', subject: 'x', draft, savedAt: NOW }, ['report', 'x']);
  first.close();
  const { outbox, drafts } = wake();
  expect(await outbox.list()).toMatchObject([{ id, item: { kind: 'report' } }]);
  expect(await drafts.read('report', 'x')).toMatchObject({ description: 'Half a sentence' });
});

test('an older version reads what a newer one stored, and keeps what it cannot read', async () => {
  const one = wake();
  await one.outbox.submit(REPORT);
  await one.drafts.save('report', 'x', draft);
  await one.end();
  const later = await openDB(NAME, 9, { upgrade: (database) => void database.createObjectStore('more') });
  const id = crypto.randomUUID();
  const ofTheFuture = { id, ...ENTRY, item: { kind: 'compliment', draft: {} } };
  await later.put('entries', ofTheFuture, id);
  await later.put('more', 'kept', 'row');
  later.close();

  const before = wake();
  expect(await before.outbox.list()).toHaveLength(1);
  expect(await before.drafts.read('report', 'x')).toMatchObject({ description: 'Half a sentence' });
  await before.outbox.submit({ ...REPORT, draft: { ...REPORT.draft, contents: ['second.example'] } });
  expect(await before.outbox.damaged()).toMatchObject([{ key: id, row: ofTheFuture }]);
  await before.end();

  const again = await openDB(NAME, 9);
  expect(await again.count('entries')).toBe(2);
  expect(await again.getAll('more')).toEqual(['kept']);
  again.close();
});

test('what a version before could not read goes back into the outbox of the one that can', async () => {
  const id = crypto.randomUUID();
  const first = wake();
  await first.outbox.list();
  await first.end();
  const database = await openDB(NAME);
  const aside = { key: id, row: { id, ...ENTRY }, problem: 'It is not an outbox entry.', foundAt: NOW };
  await database.put('damaged', aside, id);
  database.close();
  const { outbox } = wake();
  expect(await outbox.list()).toMatchObject([{ id }]);
  expect(await outbox.damaged()).toEqual([]);
});

test('what a newer version sent is not sent again by an older one', async () => {
  const one = wake();
  await one.outbox.list();
  await one.end();
  const database = await openDB(NAME);
  const id = crypto.randomUUID();
  const review = { askedAt: NOW, nextAt: null, state: 'OF_A_LATER_VERSION' };
  const state = { kind: 'sent', at: NOW, reference: 7, receipt: 'R'.repeat(22), review };
  await database.put('entries', { id, ...ENTRY, state }, id);
  database.close();
  const { outbox } = wake();
  expect(await outbox.list()).toMatchObject([{ id, state: { kind: 'sent', reference: 7 } }]);
});
