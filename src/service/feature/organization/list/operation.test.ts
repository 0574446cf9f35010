import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetCheck } from '../../../../api/asset/asset.ts';
import {
  blocklistConfirm,
  blocklistVersion,
  organizationBlockCreate,
  organizationBlockDelete,
  organizationBlockList,
  organizationLists,
} from '../../../../api/blocklist.ts';
import { SCOPES } from '../../../../api/operation.ts';
import { organizationAssetCreate } from '../../../../api/organization/organization-asset.ts';
import { hashExpression, toHex } from '../../../../asset/index.ts';
import { decodePrefixes, verifyArtifact } from '../../../../blocklist/codec/artifact.ts';
import { HotTable } from '../../../../blocklist/table/hot-table.ts';
import type { Database } from '../../../database/database.ts';
import { ServiceFixture } from '../../../http/service.fixture.ts';
import { until } from '../../../jobs/until.fixture.ts';
import { OrganizationFiles } from '../../../publisher/organization-files.ts';
import { decide } from '../../listing/decision.ts';
import { setProof } from '../asset/ownership.ts';

let fixture: ServiceFixture;
let [acmeBuild, foreignBuild] = ['', ''];
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  acmeBuild = await fixture.key(['protect', 'report']);
  foreignBuild = await fixture.key(['protect', 'report'], [fixture.foreign]);
}, 60_000);
afterAll(() => fixture.close());

const digestOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32);
const lists = (key: string, headers: Record<string, string> = {}) =>
  fixture.call(organizationLists, { params: { keyDigest: digestOf(key) } }, { key, headers });
const block = async (content: string, reason?: string) =>
  (await fixture.call(organizationBlockCreate, { body: { content, ...(reason ? { reason } : {}) } })).body;
const hashOf = (expression: string) => hashExpression(expression);
async function table(key: string, kind: 'list' | 'official'): Promise<HotTable | null> {
  const file = (await lists(key)).body[kind];
  if (!file) return null;
  const response = await fixture.app.request(file.url);
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
  const { token, count, sha256, version, signature } = file;
  const { publicKey } = fixture.service.publisher.list;
  const facts = {
    ...{ algoVersion: '2', token, count, sha256: sha256!, version: version! },
    kind: kind === 'list' ? ('organization' as const) : ('official' as const),
  };
  expect(verifyArtifact([publicKey], signature!, { ...facts, keyDigest: digestOf(key) })).toBe(true);
  expect(verifyArtifact([publicKey], signature!, { ...facts, keyDigest: digestOf('another') })).toBe(false);
  expect(verifyArtifact([publicKey], signature!, { ...facts, kind: 'hot' })).toBe(false);
  return new HotTable(bytes);
}
const listsHost = async (key: string, host: string) =>
  (await table(key, 'list'))?.find(hashOf(`${host}/`))?.words ?? null;

describe('what an organization blocks for its own people', () => {
  it('is on a signed list that its keys learn of, and nobody else', async () => {
    expect((await lists(acmeBuild)).body).toMatchObject({ list: null, official: null });
    const { assetId } = await block('https://Distracting.example/', 'Not at work');
    await until(async () => (await listsHost(acmeBuild, 'distracting.example')) !== null);
    expect(await listsHost(acmeBuild, 'distracting.example')).toEqual({
      ...{ type: 'URL', reason: 'Not at work', source: 'Acme' },
    });
    expect((await lists(foreignBuild)).body.list).toBeNull();
    const { url } = (await fixture.call(blocklistVersion, {})).body.recent;
    const recent = decodePrefixes(new Uint8Array(await (await fixture.app.request(url)).arrayBuffer()));
    expect(recent).toHaveLength(0);
    const checked = await fixture.call(assetCheck, { body: { content: 'distracting.example' } }, { key: foreignBuild });
    expect(checked.body).toMatchObject({ status: 'UNKNOWN' });

    const listed = await fixture.call(organizationBlockList, { query: {} });
    expect(listed.body.blocks).toMatchObject([{ assetId, content: 'distracting.example', reason: 'Not at work' }]);
    await fixture.call(organizationBlockDelete, { params: { assetId }, query: {} });
    await until(async () => (await listsHost(acmeBuild, 'distracting.example')) === null);
    // Empty and signed, so that nobody can take a list away by leaving it out.
    expect((await lists(acmeBuild)).body.list).toMatchObject({ count: 0 });
    expect((await fixture.call(organizationBlockDelete, { params: { assetId }, query: {} })).status).toBe(404);
  });

  it('is confirmed to its own keys alone', async () => {
    await block('confirmed-own.example', 'Policy');
    const hash = toHex(hashOf('confirmed-own.example/'));
    const confirm = async (key: string) =>
      (await fixture.call(blocklistConfirm, { body: { algoVersion: '2', prefixes: [hash.slice(0, 4)] } }, { key }))
        .body;
    await until(async () => (await confirm(acmeBuild)).matches.length > 0);
    expect((await confirm(acmeBuild)).details![hash]).toMatchObject({ reason: 'Policy', source: 'Acme' });
    expect((await confirm(foreignBuild)).matches).toEqual([]);
  });

  it('is what a check answers to its own keys alone, also about pages of it, whatever the common list says', async () => {
    const asset = { type: 'URL', content: 'checked-own.example' } as const;
    const allowed = { status: 'ALLOWED', decidedBy: 'OPERATOR', source: 'operator', reason: null } as const;
    await decide(fixture.opened.database, { asset, ...allowed });
    await block('checked-own.example', 'Policy');
    const check = async (key: string, content: string) =>
      (await fixture.call(assetCheck, { body: { content } }, { key })).body;
    await until(async () => (await check(acmeBuild, 'checked-own.example')).status === 'BLOCKED');
    expect(await check(acmeBuild, 'https://checked-own.example/a?b=c')).toMatchObject({
      ...{ status: 'BLOCKED', source: 'Acme', reason: 'reported' },
      ...{ sources: [{ source: 'Acme', status: 'BLOCKED' }], message: expect.stringContaining('Policy') },
    });
    expect(await check(acmeBuild, 'wallet.checked-own.example')).toMatchObject({ reason: 'parent-domain' });
    expect((await check(foreignBuild, 'checked-own.example')).status).toBe('ALLOWED');
  });

  it('is signed for each key by itself, and is one file for all keys of the organization', async () => {
    await block('one-file.example');
    await until(async () => (await listsHost(acmeBuild, 'one-file.example')) !== null);
    const other = await fixture.key(['protect']);
    expect(await listsHost(other, 'one-file.example')).not.toBeNull();
    const [{ list: one }, { list: two }] = [(await lists(acmeBuild)).body, (await lists(other)).body];
    expect(two!.url).toBe(one!.url);
    expect(two!.signature).not.toBe(one!.signature);
  });

  it('is announced at an address of each key, which a cache may keep for seconds', async () => {
    const first = await lists(acmeBuild);
    expect(first.headers.get('cache-control')).toBe('public, max-age=5');
    expect((await lists(acmeBuild, { 'If-None-Match': first.headers.get('etag')! })).status).toBe(304);
    const other = { params: { keyDigest: digestOf(foreignBuild) } };
    expect((await fixture.call(organizationLists, other, { key: acmeBuild })).status).toBe(404);
  });

  it('cannot be a platform, nor changed by the key of a build', async () => {
    const body = { content: 'vercel.app' };
    expect((await fixture.call(organizationBlockCreate, { body })).status).toBe(409);
    expect((await fixture.call(organizationBlockCreate, { body }, { key: acmeBuild })).status).toBe(403);
  });
  it('is never followed by what another process read before', async () => {
    const { database } = fixture.opened;
    const organization = { id: await fixture.organization({ slug: 'slow' }), name: 'Slow' };
    const key = await fixture.key(SCOPES, [organization.id]);
    const blockThere = (content: string) => fixture.call(organizationBlockCreate, { body: { content } }, { key });
    const countBy = async (from: Database) =>
      (await new OrganizationFiles(from, null).signedFor(organization, digestOf(key))).list?.count;
    await blockThere('first.example');
    const slow = new Proxy(database, {
      get: (target, name) =>
        name === 'transaction'
          ? async (...work: Parameters<Database['transaction']>) => {
              await blockThere('second.example');
              expect(await countBy(database)).toBe(2);
              return target.transaction(...work);
            }
          : Reflect.get(target, name),
    });
    expect(await countBy(slow)).toBe(2);
    expect(await countBy(database)).toBe(2);
  });
});

describe('what is officially an organization’s', () => {
  it('is in a signed file once it is proven, under the name of the organization', async () => {
    const body = { assets: [{ content: 'acme-official.example' }, { content: 'acme-claimed.example' }] };
    const { results } = (await fixture.call(organizationAssetCreate, { body })).body;
    expect((await lists(acmeBuild)).body.official).toBeNull();
    await setProof(fixture.opened.database, fixture.acme, results[0]!.id!, 'OPERATOR');
    await until(async () => (await lists(acmeBuild)).body.official !== null);
    const official = (await table(acmeBuild, 'official'))!;
    expect(official.find(hashOf('acme-official.example/'))?.words).toEqual({ type: 'URL', source: 'Acme' });
    expect(official.find(hashOf('acme-claimed.example/'))).toBeNull();
    expect((await lists(foreignBuild)).body.official).toBeNull();
  });
});
