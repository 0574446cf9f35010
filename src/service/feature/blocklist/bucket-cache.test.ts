import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../database/database.fixture.ts';
import { rowsOf } from '../../database/rows.ts';
import { decide } from '../../listing/decision.ts';
import { listedHashes } from '../../listing/entry.ts';
import { LAST_EDIT } from '../../publisher/list-file.ts';
import { Publisher } from '../../publisher/publisher.ts';
import { BucketCache } from './bucket-cache.ts';

let opened: TestDatabase;
let now = 0;
let buckets: BucketCache;
beforeAll(async () => {
  opened = await openTestDatabase();
  buckets = new BucketCache(opened.database, () => now);
}, 60_000);
afterAll(() => opened.close());

const asset = (content: string) => ({ type: 'URL', content }) as const;
const bucketOf = (content: string) => listedHashes(asset(content))[0]!.slice(0, 4);
const give = (content: string, status: 'BLOCKED' | 'UNKNOWN', reason: string | null = null) =>
  decide(opened.database, { asset: asset(content), status, decidedBy: 'OPERATOR', source: 'operator', reason });
const lastEdit = async () =>
  Number((await rowsOf<{ edit: number | string }>(opened.database, sql`select ${LAST_EDIT} as edit`))[0]!.edit);
const held = async (content: string) =>
  (await buckets.of([bucketOf(content)], await lastEdit())).get(bucketOf(content))!.hashes.length;

it('knows what another process listed or lifted before the request', async () => {
  expect(await held('first.example')).toBe(0);
  await give('first.example', 'BLOCKED');
  expect(await held('first.example')).toBe(1);
  await give('second.example', 'BLOCKED');
  expect(await held('first.example')).toBe(1);
  await give('first.example', 'UNKNOWN');
  expect(await held('first.example')).toBe(0);
});

it('knows it also when a snapshot was published and the edits are forgotten', async () => {
  await give('third.example', 'BLOCKED');
  expect(await held('third.example')).toBe(1);
  await give('third.example', 'UNKNOWN');
  const publisher = new Publisher({ database: opened.database, hotEntries: 0, onError: () => {} });
  await publisher.start();
  await publisher.stop();
  expect(await held('third.example')).toBe(0);
});

it('reads a bucket once while nothing in it changes, and its words again after a while', async () => {
  await give('worded.example', 'BLOCKED', 'Old words');
  const edit = await lastEdit();
  const [bucket] = [bucketOf('worded.example')];
  const reasons = async () =>
    Object.values((await buckets.of([bucket], edit)).get(bucket)!.details).map(({ reason }) => reason);
  expect(await reasons()).toEqual(['Old words']);
  await give('worded.example', 'BLOCKED', 'New words');
  expect(await reasons()).toEqual(['Old words']);
  now += 15_001;
  expect(await reasons()).toEqual(['New words']);
});

it('answers several prefixes of different lengths', async () => {
  await give('wide.example', 'BLOCKED');
  const hash = listedHashes(asset('wide.example'))[0]!;
  const names = [hash.slice(0, 4), hash.slice(0, 8), 'ffff'];
  const found = await buckets.of(names, await lastEdit());
  expect(names.map((name) => found.get(name)!.hashes.includes(hash))).toEqual([true, true, false]);
});
