import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditEntries, organizations } from '../../database/schema/index.ts';
import { DeskFixture, type Visitor } from '../desk.fixture.ts';

let desk: DeskFixture;
let admin: Visitor & { readonly email: string; readonly keyId: number };
let viewer: Visitor;
beforeAll(async () => {
  desk = await DeskFixture.open();
  const { service } = desk;
  const borealis = await service.organization({
    name: 'Borealis',
    slug: 'borealis',
    subscriptionStatus: 'POC',
    detectionActive: false,
    takedownsAutomated: true,
    adminApprovalActive: true,
    adminApprovalAssetTypes: ['ADDRESS'],
  });
  const gone = await service.organization({ name: 'Gone', slug: 'gone', subscriptionStatus: 'INACTIVE' });
  admin = await desk.person('admin', { organizationIds: [service.acme, borealis, gone] });
  viewer = await desk.person('viewer', { organizationIds: [service.acme, borealis, gone] });
}, 60_000);
afterAll(() => desk.close());

const found = async (query: string, visitor: Visitor = viewer) =>
  [...(await visitor.get(`/desk/organizations${query}`)).text.matchAll(/href="\/desk\/organizations\/([\w-]+)"/g)].map(
    ([, slug]) => slug,
  );

it('shows the organizations of the key, narrowed by every filter of the interface', async () => {
  expect(await found('')).toEqual(['acme', 'borealis']);
  for (const [query, slugs] of [
    ['query=BOREA', ['borealis']],
    ['subscriptionStatus=POC&subscriptionStatus=PROSPECT', ['borealis']],
    ['detection=no', ['borealis']],
    ['detection=yes', ['acme']],
    ['automated=yes', ['borealis']],
    ['secondApproval=yes', ['borealis']],
    ['assetType=ADDRESS', ['borealis']],
    ['assetType=URL', []],
    ['query=&subscriptionStatus=ACTIVE&reporting=', ['acme']],
  ] as const)
    expect([query, await found(`?${query}`)]).toEqual([query, slugs]);
  expect((await viewer.get('/desk/organizations?query=nobody')).text).toContain(
    'No organization matches these filters',
  );
  const { status, text } = await viewer.get('/desk/organizations?subscriptionStatus=FREE');
  expect(status).toBe(400);
  expect(text).toContain('Invalid option');
});

it('keeps the filters on the page', async () => {
  const { text } = await viewer.get('/desk/organizations?query=a%22b&detection=no&assetType=URL');
  expect(text).toContain('Filters (3 set)');
  expect(text).toContain('value="a&quot;b"');
  expect(text).toMatch(/value="no" selected/);
  expect(text).toMatch(/name="assetType" value="URL" checked/);
});

it('tells nothing of an organization that the key does not reach, or that is inactive', async () => {
  const unknown = await viewer.get('/desk/organizations/nobody/reports');
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('No such organization')]);
  for (const slug of ['foreign', 'gone'])
    for (const room of ['', '/reports', '/keys', '/settings']) {
      const { status, text } = await viewer.get(`/desk/organizations/${slug}${room}`);
      expect([slug, status, text]).toEqual([slug, 404, unknown.text]);
    }
  for (const slug of ['foreign', 'nobody'])
    expect((await admin.post(`/desk/organizations/${slug}/services`, { service: 'protection' })).status).toBe(404);
});

it('shows a person who sees everything all of them', async () => {
  const all = await desk.person('viewer', { everything: true, organizationIds: [] });
  expect(await found('', all)).toEqual(['acme', 'borealis', 'foreign']);
  expect((await all.get('/desk/organizations/foreign')).status).toBe(200);
});

it('takes an admin to ask for a service, once, from a form of the session', async () => {
  const path = '/desk/organizations/acme/services';
  await desk.database.update(organizations).set({ protectionActive: false }).where(eq(organizations.slug, 'acme'));
  expect((await viewer.get('/desk/organizations/acme')).text).toContain('An admin can ask for more');
  expect((await viewer.post(path, { service: 'protection' })).status).toBe(403);
  expect((await admin.post(path, { service: 'protection' }, { origin: 'https://evil.test' })).status).toBe(403);
  expect((await admin.post(path, { service: 'everything' })).status).toBe(422);
  expect((await admin.get('/desk/organizations/acme')).text).toContain('Ask for protection');
  const { headers } = await admin.post(path, { service: 'protection', automated: 'no' });
  expect(headers.get('location')).toBe('/desk/organizations/acme?done=asked');
  const { text } = await admin.get('/desk/organizations/acme?done=asked');
  expect(text).toContain('Protection: asked for just now');
  expect(text).not.toContain('Ask for protection');
  const again = await admin.post(path, { service: 'protection', automated: 'no' });
  expect([again.status, again.text]).toEqual([422, expect.stringContaining('Protection was asked for already')]);
  const entries = await desk.database.select().from(auditEntries).where(eq(auditEntries.action, 'serviceRequest'));
  expect(entries).toMatchObject([
    { actor: 'DESK', userName: admin.email, apiKeyId: admin.keyId, detail: { slug: 'acme' }, outcome: 'DONE' },
  ]);
});

it('what an organization asks for is decided by those who run the service', async () => {
  const operator = await desk.person('admin', { everything: true });
  await admin.post('/desk/organizations/acme/services', { service: 'protection' });
  const decision = { request: 'isProtectionActive', granted: 'yes' };
  expect((await admin.post('/desk/organizations/acme/approvals', decision)).status).toBe(403);
  expect((await operator.get('/desk/organizations/acme')).text).toContain('Turn it on');
  expect((await operator.post('/desk/organizations/acme/approvals', decision)).status).toBe(303);
  expect((await operator.post('/desk/organizations/acme/approvals', decision)).status).toBe(409);
  const [acme] = await desk.database.select().from(organizations).where(eq(organizations.slug, 'acme'));
  expect(acme!.protectionActive).toBe(true);
});
