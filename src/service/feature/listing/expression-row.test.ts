import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AssetStatus } from '../../../api/asset/asset.ts';
import type { Asset } from '../../../asset/index.ts';
import type { OpenDatabase } from '../../database/connection.ts';
import { openTestDatabase } from '../../database/database.fixture.ts';
import { rowsOf } from '../../database/database.ts';
import { decide } from './decision.ts';
import { expressionHash } from './entry.ts';
import { replaceTopSites } from './reach.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
}, 60_000);
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
