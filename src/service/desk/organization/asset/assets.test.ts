import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  assetGroups,
  auditEntries,
  brands,
  organizationAssets,
  organizationBlocks,
} from '../../../database/schema/index.ts';
import { DeskFixture, type Visitor, versionIn } from '../../desk.fixture.ts';

let desk: DeskFixture;
let admin: Visitor;
let viewer: Visitor;
let stranger: Visitor;
const ROOT = '/desk/organizations/acme';
beforeAll(async () => {
  desk = await DeskFixture.open();
  admin = await desk.person('admin');
  viewer = await desk.person('viewer');
  stranger = await desk.person('admin', { organizationIds: [desk.service.foreign] });
}, 60_000);
afterAll(() => desk.close());

const written = async () =>
  (await desk.database.select().from(auditEntries).where(eq(auditEntries.actor, 'DESK')).orderBy(auditEntries.id))
    .filter(({ action }) => !/^desk/.test(action))
    .map(({ action, detail }) => `${action} ${detail.slug}`);

it('assets are added, named, proven, grouped and removed by an admin, and each change is written down', async () => {
  expect((await admin.get(`${ROOT}/assets`)).text).toContain('Nothing is registered yet');
  expect((await admin.post(`${ROOT}/assets/groups`, { name: 'Shops' })).status).toBe(303);
  const taken = await admin.post(`${ROOT}/assets/groups`, { name: 'shops' });
  expect([taken.status, taken.text]).toEqual([422, expect.stringContaining('id="name-problem"')]);
  const [group] = await desk.database.select().from(assetGroups);
  const added = await admin.post(`${ROOT}/assets`, {
    contents: 'shop.example\r\n\r\nnot an address\r\nhttps://x.com/acme',
    group: String(group!.id),
  });
  expect(added.status).toBe(422);
  expect(added.text).toContain('2 assets are added.');
  expect(added.text).toContain('not an address: <bdi lang="en">This is no address of a site, wallet or account.');
  expect(added.text).toContain('>\nnot an address</textarea>');
  const { headers } = await admin.post(`${ROOT}/assets`, { contents: 'other.example' });
  expect(headers.get('location')).toBe(`${ROOT}/assets?done=added&count=1`);
  expect((await viewer.get(`${ROOT}/assets?groupId=${group!.id}&type=URL`)).text).toMatch(/shop\.example/);
  expect((await viewer.get(`${ROOT}/assets?groupId=-1`)).text).not.toMatch(/>shop\.example</);

  const path = /href="([^"]*)"><bdi>shop\.example</.exec((await admin.get(`${ROOT}/assets`)).text)![1]!;
  const isShop = eq(organizationAssets.assetId, Number(path.split('/').at(-1)));
  const draft = { name: 'Shop <b>', description: 'Ours.', group: String(group!.id) };
  const opened = versionIn((await admin.get(path)).text);
  expect((await admin.post(path, { ...draft, ...opened })).headers.get('location')).toBe(`${path}?done=saved`);
  const stale = await admin.post(path, { ...draft, name: '', ...opened });
  expect([stale.status, stale.text]).toEqual([409, expect.stringContaining('Name: the saved value is ')]);
  expect((await admin.get(path)).text).toContain('value="Shop &lt;b&gt;"');
  expect((await admin.post(path, { ...draft, group: '999', ...versionIn(stale.text) })).status).toBe(422);
  expect((await admin.post(path, { name: '', description: '', group: '', ...versionIn(stale.text) })).status).toBe(303);
  const [emptied] = await desk.database.select().from(organizationAssets).where(isShop);
  expect(emptied).toMatchObject({ name: null, description: null, groupId: null });
  const proof = await admin.post(`${path}/proof`, {});
  expect([proof.status, proof.text]).toEqual([200, expect.stringContaining('The proof wasn’t found')]);
  expect(proof.text).toContain('.shop.example');

  expect((await admin.post(`${path}/remove`, {})).text).toContain('Remove this asset?');
  expect((await admin.post(`${path}/remove`, { sure: 'yes' })).status).toBe(303);
  expect((await admin.get(path)).status).toBe(404);
  const groupPath = `${ROOT}/assets/groups/${group!.id}`;
  const read = versionIn((await admin.get(groupPath)).text);
  expect((await admin.post(groupPath, { name: 'Accounts', ...read })).status).toBe(303);
  const late = await admin.post(groupPath, { name: 'Handles', ...read });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('Name: the saved value is Accounts')]);
  expect((await admin.post(`${groupPath}/delete`, { sure: 'yes' })).status).toBe(303);
  expect(await written()).toEqual(
    [
      ...['assetGroupCreate', 'organizationAssetCreate', 'organizationAssetCreate', 'organizationAssetUpdate'],
      ...['organizationAssetUpdate', 'organizationAssetDelete', 'assetGroupUpdate', 'assetGroupDelete'],
    ].map((action) => `${action} acme`),
  );
});

it('the own list blocks with a reason and lifts, for the own people alone', async () => {
  expect((await viewer.get(`${ROOT}/own-list`)).text).toContain('An admin can block something');
  const { headers } = await admin.post(`${ROOT}/own-list`, { content: 'own.example', reason: 'Not for <us>' });
  expect(headers.get('location')).toBe(`${ROOT}/own-list?done=blocked`);
  const { text } = await viewer.get(`${ROOT}/own-list`);
  expect(text).toContain('own.example');
  expect(text).toContain('Not for &lt;us&gt;');
  expect(text).not.toContain('/lift"');
  const wrong = await admin.post(`${ROOT}/own-list`, { content: 'nothing at all', reason: 'kept' });
  expect([wrong.status, wrong.text]).toEqual([
    422,
    expect.stringContaining('Is no address of a site, wallet or account that this service knows.'),
  ]);
  expect(wrong.text).toContain('value="kept"');
  const platform = await admin.post(`${ROOT}/own-list`, { content: 'github.io' });
  expect(platform.status).toBe(422);
  const again = { content: 'own.example', reason: 'Another reason' };
  const late = await admin.post(`${ROOT}/own-list`, { ...again, ...versionIn('') });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('the saved value is Not for &lt;us&gt;')]);
  expect((await admin.post(`${ROOT}/own-list`, { ...again, ...versionIn(late.text) })).status).toBe(303);

  const [block] = await desk.database.select().from(organizationBlocks);
  const path = `/own-list/${block!.assetId}/lift`;
  expect((await stranger.post(`/desk/organizations/foreign${path}`, { sure: 'yes' })).status).toBe(404);
  expect((await stranger.post(`${ROOT}${path}`, { sure: 'yes' })).status).toBe(404);
  expect((await viewer.post(`${ROOT}${path}`, { sure: 'yes' })).status).toBe(403);
  expect((await admin.post(`${ROOT}${path}`, { sure: 'yes' }, { origin: 'https://evil.test' })).status).toBe(403);
  expect((await admin.post(`${ROOT}${path}`, {})).text).toContain('opens for your people again');
  expect(await desk.database.$count(organizationBlocks)).toBe(1);
  expect((await admin.post(`${ROOT}${path}`, { sure: 'yes' })).headers.get('location')).toContain('done=lifted');
  expect(await desk.database.$count(organizationBlocks)).toBe(0);
  expect((await written()).slice(-2)).toEqual(['organizationBlockCreate acme', 'organizationBlockDelete acme']);
});

it('a viewer changes nothing, and nobody reaches an asset of another organization', async () => {
  await admin.post(`${ROOT}/assets`, { contents: 'mine.example' });
  const [asset] = await desk.database.select().from(organizationAssets);
  const page = await viewer.get(`${ROOT}/assets/${asset!.assetId}`);
  expect(page.text).toContain('An admin can change it');
  expect(page.text).not.toContain('name="description"');
  for (const path of ['/assets', '/assets/groups', `/assets/${asset!.assetId}`, `/assets/${asset!.assetId}/remove`])
    expect((await viewer.post(`${ROOT}${path}`, { name: 'x', contents: 'x.example', sure: 'yes' })).status).toBe(403);
  const theirs = `/desk/organizations/foreign/assets/${asset!.assetId}`;
  expect((await stranger.get(theirs)).status).toBe(404);
  expect((await stranger.post(theirs, { name: 'x' })).status).toBe(404);
  expect((await stranger.post(`${theirs}/remove`, { sure: 'yes' })).status).toBe(404);
  expect((await stranger.post(`${theirs}/proof`, {})).status).toBe(404);
});

it('brands are shown with what scans know of them', async () => {
  expect((await viewer.get(`${ROOT}/brands`)).text).toContain('No brands yet');
  await desk.service.brand('wallet');
  expect((await viewer.get(`${ROOT}/brands`)).text).toContain('<h2><bdi>wallet</bdi></h2>');
});

it('pages of an organization wear the first colour of its brand that is one, and the rest of the desk does not', async () => {
  await desk.database.update(brands).set({ brandColors: ['green', '#0B7A5C', '#ff0000'] });
  expect((await viewer.get(`${ROOT}/brands`)).text).toContain('href="/-/accent.0b7a5c.css"');
  expect((await viewer.get('/desk')).text).not.toContain('accent');
});

it('those who run the service make and remove brands, and confirm what an organization cannot prove', async () => {
  const operator = await desk.person('admin', { everything: true });
  const brand = { slug: 'acme-card', terms: 'acme\ncard', colors: '#0B7A5C', website: 'https://acme.test/' };
  expect((await admin.post(`${ROOT}/brands`, brand)).status).toBe(403);
  expect((await operator.post(`${ROOT}/brands`, { ...brand, colors: 'green' })).status).toBe(422);
  expect((await operator.post(`${ROOT}/brands`, brand)).status).toBe(303);
  expect((await operator.post(`${ROOT}/brands`, brand)).text).toContain('has a brand acme-card already');
  const [made] = await desk.database.select().from(brands).where(eq(brands.slug, 'acme-card'));
  expect(made).toMatchObject({ name: 'acme-card', includedTerms: ['acme', 'card'], brandColors: ['#0b7a5c'] });
  expect((await operator.post(`${ROOT}/brands/acme-card/remove`, { sure: 'yes' })).status).toBe(303);
  expect(await desk.database.$count(brands, eq(brands.slug, 'acme-card'))).toBe(0);

  await admin.post(`${ROOT}/assets`, { contents: 'https://x.com/acme_help' });
  const [asset] = await desk.database.select().from(organizationAssets).orderBy(desc(organizationAssets.assetId));
  const path = `${ROOT}/assets/${asset!.assetId}`;
  expect((await admin.post(`${path}/ownership`, { is: 'yes' })).status).toBe(403);
  expect((await operator.get(path)).text).toContain('Confirm that it is theirs');
  await operator.post(`${path}/ownership`, { is: 'yes' });
  expect((await admin.get(path)).text).toContain('proven to be yours');
});
