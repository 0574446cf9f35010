import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { Records } from '../../storage/records.ts';
import { mondayOf, Statistics } from './statistics.ts';

const WEEK = 7 * 86_400_000;
const SUNDAY = new Date(2026, 10, 22, 23, 59).getTime();
const PRIVATE_TAB = 7;
let now = SUNDAY;
const open = () =>
  new Statistics({ records: new Records(), now: () => now, isPrivate: async (tabId) => tabId === PRIVATE_TAB });

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  now = SUNDAY;
});

test('a week begins on its Monday', () => {
  expect(mondayOf(SUNDAY)).toBe('2026-11-16');
  expect(mondayOf(SUNDAY + 60_000)).toBe('2026-11-23');
  expect(mondayOf(SUNDAY, 11)).toBe('2026-08-31');
});

test('counts events by week, also many at once, and keeps the counts when the worker ends', async () => {
  const statistics = open();
  await Promise.all([statistics.count('stopped', 1), statistics.count('stopped', 2), statistics.count('marked', 1, 3)]);
  now += WEEK;
  await open().count('asked');
  expect((await open().weeks()).slice(-2)).toEqual([
    { monday: '2026-11-16', stopped: 2, marked: 3, wallet: 0, asked: 0 },
    { monday: '2026-11-23', stopped: 0, marked: 0, wallet: 0, asked: 1 },
  ]);
});

test('what is older than twelve weeks is forgotten, and a reset forgets all', async () => {
  const statistics = open();
  await statistics.count('stopped');
  now += 12 * WEEK;
  await statistics.count('asked');
  const sum = async () => (await statistics.weeks()).reduce((all, week) => all + week.stopped + week.asked, 0);
  expect(await sum()).toBe(1);
  await statistics.reset();
  expect(await sum()).toBe(0);
});

test('private windows count nothing', async () => {
  const statistics = open();
  await statistics.count('stopped', PRIVATE_TAB);
  expect((await statistics.weeks()).at(-1)?.stopped).toBe(0);
});
