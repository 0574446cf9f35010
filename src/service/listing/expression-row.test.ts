import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AssetStatus } from '../../api/asset/asset.ts';
import { ALGO_VERSION, type Asset, prefixOfExpression } from '../../asset/index.ts';
import { firstExpression, listedExpression } from '../../asset/listing/listed-expression.ts';
import { decodePrefixes } from '../../blocklist/codec/artifact.ts';
import type { OpenDatabase } from '../database/connection.ts';
import { openTestDatabase } from '../database/database.fixture.ts';
import { rowsOf } from '../database/database.ts';
import type { ImportEntry } from '../feature/import/format/entry.ts';
import { listWriter } from '../feature/import/list-writer.ts';
import { Publisher } from '../publisher/publisher.ts';
import { decide } from './decision.ts';
import { expressionHash } from './entry.ts';
import { replaceTopSites } from './reach.ts';

let opened: OpenDatabase;
const publishers: Publisher[] = [];
beforeAll(async () => {
  opened = await openTestDatabase();
}, 60_000);
afterEach(async () => {
  await Promise.all(publishers.splice(0).map((publisher) => publisher.stop()));
});
afterAll(() => opened.close());

const site = (content: string): Asset => ({ type: 'URL', content });
const page = (content: string): Asset => ({ type: 'PAGE', content });
const decided = (asset: Asset, status: AssetStatus) =>
  decide(opened.database, { asset, status, decidedBy: 'OPERATOR', source: 'operator', reason: null });
const listed = async () => {
  const rows = await rowsOf<{ hash: string }>(
    opened.database,
    sql`select distinct encode(hash, 'hex') as hash from listed_expressions`,
  );
  return new Set(rows.map(({ hash }) => hash));
};
const hashesOf = (...expressions: string[]) => new Set(expressions.map(expressionHash));
async function started(): Promise<Publisher> {
  const publisher = new Publisher({ database: opened.database, onError: (error) => expect(error).toBeNull() });
  publishers.push(publisher);
  await publisher.start();
  return publisher;
}

it('a site with www is listed as the one without, unless that is allowed, before or after', async () => {
  await decided(site('www.evil.example'), 'BLOCKED');
  expect(await listed()).toEqual(hashesOf('evil.example/'));
  await decided(site('evil.example'), 'ALLOWED');
  expect(await listed()).toEqual(hashesOf('www.evil.example/'));
  await decided(site('www.evil.example'), 'UNKNOWN');
  expect(await listed()).toEqual(new Set());
  await decided(site('www.evil.example'), 'BLOCKED');
  expect(await listed()).toEqual(hashesOf('www.evil.example/'));
  await decided(site('evil.example'), 'UNKNOWN');
  expect(await listed()).toEqual(hashesOf('evil.example/'));
  await decided(site('www.evil.example'), 'UNKNOWN');
  expect(await listed()).toEqual(new Set());
});

it('a site with www is listed as it is if the one without is a top site', async () => {
  await replaceTopSites(opened.database, ['popular.example']);
  await decide(
    opened.database,
    { asset: site('www.popular.example'), status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'operator', reason: null },
    { highReach: true },
  );
  expect(await listed()).toEqual(hashesOf('www.popular.example/'));
  await decided(site('www.popular.example'), 'UNKNOWN');
  expect(await listed()).toEqual(new Set());
});

it('two spellings of one page stay listed until both are unblocked', async () => {
  await decided(page('evil.example/login?x=1'), 'BLOCKED');
  await decided(page('evil.example/login/?x=2'), 'BLOCKED');
  await decided(page('evil.example/login?x=1'), 'UNKNOWN');
  expect(await listed()).toEqual(hashesOf('evil.example/login'));
  await decided(page('evil.example/login/?x=2'), 'UNKNOWN');
  expect(await listed()).toEqual(new Set());
});

it('the first publication converts rows of an earlier version, once for processes that start together', async () => {
  const assets: readonly Asset[] = [
    ...Array.from({ length: 1_100 }, (_, n) => page(`evil.example/kit/?victim=${n}`)),
    ...Array.from({ length: 200 }, (_, n) => site(`www.evil-${n}.example`)),
    site('plain.example'),
    page('s3.amazonaws.com/bad-bucket'),
    { type: 'TWITTER', content: 'evil' },
  ];
  const entries = assets.map((asset): ImportEntry => ({ ...asset, status: 'BLOCKED', reason: null, source: 'one' }));
  await listWriter(opened.database)(entries, () => {});
  await asListedFirst(assets);
  const [one, other] = await Promise.all([started(), started()]);
  expect(await listed()).toEqual(hashesOf(...assets.map((asset) => listedExpression(asset))));
  expect(one.list.snapshot).toMatchObject({ algoVersion: ALGO_VERSION, token: other.list.snapshot.token });
  const prefixes = decodePrefixes((await one.file(one.list.snapshot.token))!);
  expect(prefixes).toContain(prefixOfExpression('evil.example/kit'));
  expect(prefixes).not.toContain(prefixOfExpression('evil.example/kit/?victim=1'));
  await decided(page('s3.amazonaws.com/bad-bucket'), 'UNKNOWN');
  expect([...(await listed())]).not.toContain(expressionHash('bad-bucket.s3.amazonaws.com/'));
});

/** Leaves the database as a service of version 1 of the rules left it: its expressions, and a list published by them. */
async function asListedFirst(assets: readonly Asset[]): Promise<void> {
  await (await started()).stop();
  const given = assets.map((asset) => ({ ...asset, hash: expressionHash(firstExpression(asset)) }));
  await opened.database.execute(sql`delete from listed_expressions`);
  await opened.database.execute(sql`insert into listed_expressions (hash, asset_id)
    select decode(given.hash, 'hex'), assets.id
    from json_to_recordset(${JSON.stringify(given)}::text::json) as given (type text, content text, hash text)
    join assets on assets.type = given.type and assets.content = given.content`);
  await opened.database.execute(sql`update list_files set algo_version = '1', token = 'earlier-' || token`);
}
