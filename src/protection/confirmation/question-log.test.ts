import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ProtectionStore } from '../store.ts';
import { type Question, QuestionLog } from './question-log.ts';

const DAY = 86_400_000;
const NOW = 1_000 * DAY;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const asked = (at: number): Question => ({ at, cause: 'frame', bucket: '12ab', about: ['evil.test/'] });
const kept = async () => [...(await new ProtectionStore().load('questions', z.unknown())).values()];
const logOf = (isPrivate = false) => new QuestionLog(new ProtectionStore(), async () => isPrivate);

test('a question is on the device with its cause, also for the next worker', async () => {
  await logOf().add(asked(NOW), 1);
  await logOf().load(NOW);
  expect(await kept()).toEqual([asked(NOW)]);
});

test('a day later it is gone, and so is what a clock that was set back left in the future', async () => {
  const log = logOf();
  await log.add(asked(NOW), 1);
  await log.prune(NOW + DAY + 1);
  expect(await kept()).toEqual([]);
  await log.add(asked(NOW), 1);
  await logOf().load(NOW - DAY - 1);
  expect(await kept()).toEqual([]);
});

test('two thousand are kept, the newest', async () => {
  const log = logOf();
  for (let at = 0; at < 2_010; at += 1) await log.add(asked(NOW + at), 1);
  const left = (await kept()) as { at: number }[];
  expect(left).toHaveLength(2_000);
  expect(Math.min(...left.map(({ at }) => at))).toBe(NOW + 10);
});

test('nothing of a private window is kept', async () => {
  await logOf(true).add(asked(NOW), 1);
  expect(await kept()).toEqual([]);
});

test('a database of the version before keeps what it has', async () => {
  const opening = indexedDB.open('wary-protection', 1);
  opening.onupgradeneeded = () => {
    for (const table of ['buckets', 'hosts', 'allowances', 'state']) opening.result.createObjectStore(table);
    opening.transaction?.objectStore('hosts').put({ name: 'evil.test' }, 'evil.test/');
  };
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  opening.result.close();
  await logOf().add(asked(NOW), 1);
  expect(await kept()).toHaveLength(1);
  expect([...(await new ProtectionStore().load('hosts', z.unknown())).keys()]).toEqual(['evil.test/']);
});
