import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SCOPES } from '../../../../api/operation.ts';
import { organizationBrands } from '../../../../api/organization/brand.ts';
import {
  assetGroupCreate,
  assetGroupDelete,
  assetGroupList,
  assetGroupUpdate,
  organizationAssetCreate,
  organizationAssetDelete,
  organizationAssetList,
  organizationAssetUpdate,
} from '../../../../api/organization/organization-asset.ts';
import { userMe, userMeUpdate } from '../../../../api/organization/user.ts';
import { holding, lockWaits } from '../../../database/database.fixture.ts';
import { apiKeys, assetGroups, brands, organizations } from '../../../database/schema/index.ts';
import { createKey } from '../../../http/access/api-key.ts';
import { rawUrl, ServiceFixture } from '../../../http/service.fixture.ts';
import { ensurePerson } from '../../user/person.ts';

let fixture: ServiceFixture;
let foreign: string;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  foreign = await fixture.key(SCOPES, [fixture.foreign]);
}, 60_000);
afterAll(() => fixture.close());

const own = async (query: Record<string, unknown> = {}, key?: string) =>
  (await fixture.call(organizationAssetList, { query } as never, key === undefined ? {} : { key })).body;
const contents = async (query: Record<string, unknown> = {}) =>
  (await own(query)).assets.map(({ content }) => content).sort();
const group = async (name: string) => (await fixture.call(assetGroupCreate, { body: { name } })).body;

describe('the assets of an organization', () => {
  it('are added each by itself, and each error is reported', async () => {
    const { id: groupId } = await group('Websites');
    const { status, body } = await fixture.call(organizationAssetCreate, {
      body: {
        assets: [
          { content: 'https://one.example/', name: 'Shop', description: 'The shop', groupId },
          { content: 'ONE.example' },
          { content: 'not an asset' },
          { content: 'two.example', groupId: 999_999 },
          { content: 'https://x.com/one' },
        ],
      },
    });
    expect(status).toBe(200);
    expect(body.results.map(({ success }) => success)).toEqual([true, false, false, false, true]);
    expect([body.successCount, body.errorCount]).toEqual([2, 3]);
    expect(body.results[1]!.error).toContain('more than once');
    expect(body.results[3]!.error).toContain('999999');
    const again = await fixture.call(organizationAssetCreate, { body: { assets: [{ content: 'one.example' }] } });
    expect(again.body).toMatchObject({ successCount: 0, errorCount: 1, results: [{ success: false }] });
    expect((await own({ type: 'URL' })).assets).toEqual([
      {
        id: body.results[0]!.id,
        content: 'one.example',
        type: 'URL',
        name: 'Shop',
        description: 'The shop',
        groupId,
        ownership: 'CLAIMED',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
  });

  it('are filtered by type, group and text', async () => {
    const { id: groupId } = await group('Filtered');
    await fixture.call(organizationAssetCreate, {
      body: { assets: [{ content: 'filter-a.example', groupId, name: 'Ümlaut' }, { content: 'filter-b.example' }] },
    });
    for (const wrong of ['groupId=', 'groupId=x', 'groupId=1e3', 'groupId=1.5', 'groupId=-2'])
      expect((await fixture.send(organizationAssetList, rawUrl(`/organization/assets?${wrong}`), {})).status).toBe(400);
    const empty = await fixture.send(organizationAssetList, rawUrl('/organization/assets?groupId='), {});
    expect(ServiceFixture.error(empty).issues).toEqual([{ message: 'groupId: Expected a whole number' }]);
    expect(await contents({ groupId })).toEqual(['filter-a.example']);
    expect(await contents({ groupId: -1, query: 'FILTER-' })).toEqual(['filter-b.example']);
    expect(await contents({ query: 'filter-' })).toEqual(['filter-a.example', 'filter-b.example']);
    expect(await contents({ query: 'ümlaut' })).toEqual(['filter-a.example']);
    expect(await contents({ query: '%' })).toEqual([]);
    expect(await contents({ type: 'TWITTER' })).toEqual(['one']);
  });

  it('are reported each once while others are added', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `bulk-${index}.example`);
    const assets = names.map((content) => ({ content }));
    expect((await fixture.call(organizationAssetCreate, { body: { assets } })).body.successCount).toBe(1_000);
    const read: string[] = [];
    let next: string | undefined;
    do {
      const page = await own({ query: 'bulk-', per_page: 300, ...(next === undefined ? {} : { next_page: next }) });
      read.push(...page.assets.map(({ content }) => content));
      next = page.next_page;
      await fixture.call(organizationAssetCreate, { body: { assets: [{ content: `during-${read.length}.example` }] } });
    } while (next !== undefined);
    expect(read.sort()).toEqual(names.sort());
    expect((await own({ query: 'bulk-', per_page: 1_000 })).assets).toHaveLength(1_000);
  });

  it('are changed and removed by their id', async () => {
    const { body } = await fixture.call(organizationAssetCreate, {
      body: { assets: [{ content: 'changed.example', name: 'Before', description: 'Stays' }] },
    });
    const assetId = body.results[0]!.id!;
    const update = (change: object, key?: string) =>
      fixture.call(organizationAssetUpdate, { params: { assetId }, body: change }, key === undefined ? {} : { key });
    const { id: groupId } = await group('Changed');
    expect((await update({ name: 'After', groupId })).body).toMatchObject({
      ...{ id: assetId, name: 'After', description: 'Stays', groupId },
    });
    expect((await update({ name: null, groupId: null })).body).toMatchObject({ name: null, groupId: null });
    expect((await update({ groupId: 999_999 })).status).toBe(400);
    expect((await update({ name: 'Foreign' }, foreign)).status).toBe(404);
    const remove = (key?: string) =>
      fixture.call(organizationAssetDelete, { params: { assetId }, query: {} }, key === undefined ? {} : { key });
    expect((await remove(foreign)).status).toBe(404);
    expect((await remove()).body).toEqual({ success: true, id: assetId });
    expect((await remove()).status).toBe(404);
    expect(await contents({ query: 'changed.example' })).toEqual([]);
  });

  it('are of the organization that the slug names where a key reaches several', async () => {
    const key = await fixture.key(SCOPES, [fixture.acme, fixture.foreign], 'user');
    const list = (query: object) => fixture.call(organizationAssetList, { query } as never, { key });
    const unnamed = await list({});
    expect(unnamed.status).toBe(400);
    expect(JSON.stringify(unnamed.body)).toContain('slug');
    expect((await list({ slug: 'foreign' })).body.assets).toEqual([]);
    expect((await list({ slug: 'acme' })).body.assets.length).toBeGreaterThan(0);
    expect((await list({ slug: 'elsewhere' })).status).toBe(401);
    const none = await fixture.key(SCOPES, []);
    expect((await fixture.call(organizationAssetList, { query: {} }, { key: none })).status).toBe(401);
  });
});

describe('asset groups', () => {
  it('have a name that no other has, and know how many assets they hold', async () => {
    const { id } = await group('Accounts');
    const create = (name: string) => fixture.call(assetGroupCreate, { body: { name } });
    expect((await create(' accounts ')).status).toBe(409);
    expect((await create('   ')).status).toBe(400);
    await fixture.call(organizationAssetCreate, {
      body: { assets: [{ content: 'https://x.com/grouped', groupId: id }] },
    });
    const groups = (await fixture.call(assetGroupList, { query: {} })).body.groups;
    expect(groups).toContainEqual({ id, name: 'Accounts', assetCount: 1 });
    const rename = (groupId: number, name: string, key?: string) =>
      fixture.call(assetGroupUpdate, { params: { groupId }, body: { name } }, key === undefined ? {} : { key });
    expect((await rename(id, 'ACCOUNTS')).body).toEqual({ id, name: 'ACCOUNTS', assetCount: 1 });
    const other = await group('Other');
    expect((await rename(other.id, 'accounts')).status).toBe(409);
    expect((await rename(id, 'Mine', foreign)).status).toBe(404);
    expect((await fixture.call(assetGroupCreate, { body: { name: 'Accounts' } }, { key: foreign })).status).toBe(200);
    const remove = (key?: string) =>
      fixture.call(assetGroupDelete, { params: { groupId: id }, query: {} }, key === undefined ? {} : { key });
    expect((await remove(foreign)).status).toBe(404);
    expect((await remove()).body).toEqual({ success: true, id, unassignedAssetCount: 1 });
    expect((await own({ query: 'grouped' })).assets[0]!.groupId).toBeNull();
  });
});

it('a name that somebody else takes at the same moment is a conflict', async () => {
  const { database } = fixture.opened;
  const { id: groupId } = await group('Renamed');
  const taking = await holding(database, (transaction) =>
    transaction.insert(assetGroups).values({ organizationId: fixture.acme, name: 'Taken just now' }),
  );
  const renamed = fixture.call(assetGroupUpdate, { params: { groupId }, body: { name: 'taken JUST now' } });
  await vi.waitFor(async () => expect(await lockWaits(database)).toBeGreaterThan(0));
  await taking.release();
  expect((await renamed).status).toBe(409);
});

describe('GET /organization/brands', () => {
  it('tells the documents that count for each brand', async () => {
    const { database } = fixture.opened;
    const organizationId = fixture.acme;
    const file = { fileName: 'a.pdf', fileUrl: 'https://acme.test/a.pdf' };
    const registration = {
      ...{ id: 1, brandName: 'ACME', trademarkOffice: 'EUIPO', registrationNumber: '7', goodsAndServicesClass: '9' },
      ...{ rightsOwnerName: null, registrationPageUrl: null, certificateFileName: null, certificateFileUrl: null },
    };
    await database
      .update(organizations)
      .set({ powerOfAttorney: file, trademarks: [registration] })
      .where(eq(organizations.id, organizationId));
    await database.insert(brands).values([
      { organizationId, name: 'Shared', slug: 'shared', includedTerms: ['shared'], tickers: ['SHR'] },
      { organizationId, name: 'Alone', slug: 'alone', type: 'INDIVIDUAL', useOrganizationDocs: false },
    ]);
    const { body } = await fixture.call(organizationBrands, { query: {} });
    expect(body.brands.map(({ slug }) => slug)).toEqual(['alone', 'shared']);
    expect(body.brands[0]).toMatchObject({
      type: 'INDIVIDUAL',
      legalDocuments: { letterOfAuthorization: { present: false }, powerOfAttorney: { present: false } },
      trademarkRegistrations: [],
    });
    expect(body.brands[1]).toMatchObject({
      includedTerms: ['shared'],
      tickers: ['SHR'],
      legalDocuments: { letterOfAuthorization: { present: false }, powerOfAttorney: { present: true, ...file } },
      trademarkRegistrations: [registration],
    });
    expect((await fixture.call(organizationBrands, { query: {} }, { key: foreign })).body.brands).toEqual([]);
  });
});

describe('the current user', () => {
  const keyOf = async (email: string) => {
    const { database } = fixture.opened;
    const userId = await ensurePerson(database, email, 'Ada Example');
    const order = { kind: 'user', scopes: SCOPES, label: '', organizationIds: [fixture.acme], userId } as const;
    return (await createKey(database, order)).key;
  };

  it('is the person whose key it is, and changes only what is given', async () => {
    const key = await keyOf('ada@acme.test');
    const update = (body: object) => fixture.call(userMeUpdate, { body }, { key });
    const { body } = await fixture.call(userMe, {}, { key });
    expect(body).toMatchObject({ fullName: 'Ada Example', email: 'ada@acme.test', avatarUrl: null, settings: {} });
    expect((await update({ settings: { theme: 'dark', pageSize: 50 } })).body.settings).toEqual({
      theme: 'dark',
      pageSize: 50,
    });
    const changed = (await update({ fullName: null, settings: { theme: null, digest: true } })).body;
    expect(changed).toEqual({ ...body, fullName: null, settings: { pageSize: 50, digest: true } });
    expect((await fixture.call(userMe, {}, { key: await keyOf('ADA@acme.test') })).body).toEqual(changed);
  });

  it('cannot take a name that others trust: the e-mail address is given by the operator', async () => {
    const key = await keyOf('bob@acme.test');
    const refused = await fixture.call(userMeUpdate, { body: { email: 'ada@elsewhere.test' } as object }, { key });
    expect(refused.status).toBe(400);
    expect((await fixture.call(userMe, {}, { key })).body.email).toBe('bob@acme.test');
  });

  it('cannot keep endless settings', async () => {
    const key = await keyOf('bob@acme.test');
    const update = (body: object) => fixture.call(userMeUpdate, { body }, { key });
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`name${index}`, true]));
    expect((await update({ settings: many })).status).toBe(400);
    expect((await update({ settings: { 'with space': 1 } })).status).toBe(400);
  });

  it('is nobody for the key of an organization', async () => {
    const { status, body } = await fixture.call(userMe, {});
    expect([status, JSON.stringify(body)]).toEqual([403, expect.stringContaining('no person')]);
    expect(await fixture.opened.database.select().from(apiKeys).where(eq(apiKeys.kind, 'organization'))).not.toEqual(
      [],
    );
  });
});
