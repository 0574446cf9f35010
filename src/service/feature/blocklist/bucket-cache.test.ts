import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../database/database.fixture.ts';
import { rowsOf } from '../../database/database.ts';
import { watched } from '../../database/watched.fixture.ts';
import { EDIT_RETENTION_MS, LAST_EDIT } from '../../publisher/list/list-file.ts';
import { Publisher } from '../../publisher/publisher.ts';
import { listWriter } from '../import/list-writer.ts';
import { decide } from '../listing/decision.ts';
import { listedHash } from '../listing/entry.ts';
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
const bucketOf = (content: string) => listedHash(asset(content)).slice(0, 4);
const give = (content: string, status: 'BLOCKED' | 'UNKNOWN', reason: string | null = null) =>
  decide(opened.database, { asset: asset(content), status, decidedBy: 'OPERATOR', source: 'operator', reason });
const lastEdit = async () =>
  Number((await rowsOf<{ edit: number | string }>(opened.database, sql`select ${LAST_EDIT} as edit`))[0]!.edit);
const read = async (content: string) =>
  (await buckets.of([bucketOf(content)], await lastEdit())).get(bucketOf(content))!;
const isListed = async (content: string) => (await read(content)).hashes.includes(listedHash(asset(content)));

it('knows what another process listed or lifted before the request', async () => {
  expect(await isListed('first.example')).toBe(false);
  await give('first.example', 'BLOCKED');
  expect(await isListed('first.example')).toBe(true);
  await give('second.example', 'BLOCKED');
  expect(await isListed('first.example')).toBe(true);
  await give('first.example', 'UNKNOWN');
  expect(await isListed('first.example')).toBe(false);
});

it('knows it also when a snapshot was published, and when the edits are forgotten since', async () => {
  const publishLift = async (content: string) => {
    await give(content, 'BLOCKED');
    expect(await isListed(content)).toBe(true);
    await give(content, 'UNKNOWN');
    // The first publication of a database is a snapshot, which holds all edits.
    await opened.database.execute(sql`delete from list_files`);
    const publisher = new Publisher({ database: opened.database, hotEntries: 0, onError: () => {} });
    await publisher.start();
    await publisher.stop();
  };
  await publishLift('third.example');
  expect(await isListed('third.example')).toBe(false);
  await publishLift('late.example');
  await opened.database.execute(sql`delete from list_edits`);
  now += EDIT_RETENTION_MS;
  expect(await isListed('late.example')).toBe(false);
});

it('tells new words about what is listed already, also where another list has them', async () => {
  await give('worded.example', 'BLOCKED', 'Old words');
  expect((await read('worded.example')).details.join()).toContain('Old words');
  await give('worded.example', 'BLOCKED', 'New words');
  expect((await read('worded.example')).details.join()).toContain('New words');
  const listed = (reason: string) =>
    listWriter(opened.database)([{ ...asset('renewed.example'), status: 'BLOCKED', source: 'a', reason }], () => {});
  await listed('Old words');
  expect((await read('renewed.example')).details.join()).toContain('Old words');
  await listed('New words');
  expect((await read('renewed.example')).details.join()).toContain('New words');
});

it('knows that one of two that are listed under one expression was lifted', async () => {
  const page = { type: 'PAGE', content: 'twice.example/' } as const;
  const entry = { status: 'BLOCKED', source: 'a', reason: null } as const;
  await listWriter(opened.database)(
    [
      { ...asset('twice.example'), ...entry },
      { ...page, ...entry },
    ],
    () => {},
  );
  const reported = async () => JSON.parse((await read('twice.example')).details[0]!).type;
  const type = await reported();
  const lifted = type === 'PAGE' ? page : asset('twice.example');
  await decide(opened.database, { asset: lifted, ...entry, status: 'UNKNOWN', decidedBy: 'OPERATOR' });
  expect(await reported()).toBe(type === 'PAGE' ? 'URL' : 'PAGE');
  expect(await isListed('twice.example')).toBe(true);
});

it('reads nothing again while nothing changes, and asks the database for nothing that it read ahead', async () => {
  await give('ahead.example', 'BLOCKED');
  const edit = await lastEdit();
  const { database, count, more } = watched(opened.database);
  const ahead = new BucketCache(database, () => now);
  await ahead.of(['0000'], edit);
  const looked = more(1);
  ahead.start((error) => {
    throw error;
  });
  await looked;
  await ahead.stop();
  const before = count();
  const found = await ahead.of([bucketOf('ahead.example'), 'ffff', '0000'], edit);
  expect(found.get(bucketOf('ahead.example'))!.hashes).toContain(listedHash(asset('ahead.example')));
  expect(found.get('ffff')!.details).toEqual([]);
  expect(count()).toBe(before);
});
