import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditEntries, organizations } from '../../../database/schema/index.ts';
import { DeskFixture, type Visitor, versionIn } from '../../desk.fixture.ts';

let desk: DeskFixture;
let admin: Visitor;
const PATH = '/desk/organizations/acme/settings';
const GIVEN = {
  contactUrl: 'https://acme.test/contact',
  'brandMetadata.twitterHandle': 'acme',
  portalVisibility: 'PUBLIC',
  reportVisibility: 'PRIVATE',
  metricsVisibility: 'PUBLIC',
  'portalCustomization.bannerEnabled': 'yes',
  'portalCustomization.bannerContent': '**Beware**\r\nof strangers',
};
beforeAll(async () => {
  desk = await DeskFixture.open();
  admin = await desk.person('admin');
}, 60_000);
afterAll(() => desk.close());

/** Opens the form and saves it. */
const save = async (fields: Record<string, string>) =>
  admin.post(PATH, { ...fields, ...versionIn((await admin.get(PATH)).text) });
const acme = async () => (await desk.database.select().from(organizations).where(eq(organizations.slug, 'acme')))[0]!;
const written = async () =>
  (
    await desk.database
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'deskOrganizationSet'))
      .orderBy(auditEntries.id)
  ).map(({ detail }) => detail);

it('an admin changes how the organization is reached and what its portal shows', async () => {
  expect((await save(GIVEN)).headers.get('location')).toBe(`${PATH}?done=saved`);
  expect(await acme()).toMatchObject({
    contactUrl: 'https://acme.test/contact',
    twitterHandle: '@acme',
    reportVisibility: 'PRIVATE',
    portalBannerEnabled: true,
    portalBannerContent: '**Beware**\nof strangers',
  });
  expect(await written()).toEqual([
    {
      slug: 'acme',
      fields: [
        ...['contactUrl', 'brandMetadata.twitterHandle', 'reportVisibility'],
        ...['portalCustomization.bannerEnabled', 'portalCustomization.bannerContent'],
      ],
    },
  ]);
  const { text } = await admin.get(`${PATH}?done=saved`);
  expect(text).toContain('Saved.');
  expect(text).toContain('value="https://acme.test/contact"');
  expect(text).toMatch(/value="PRIVATE" selected/);
  await save(GIVEN);
  expect(await written()).toHaveLength(1);
});

it('says what is wrong at its field, keeps what was entered and changes nothing', async () => {
  const before = await acme();
  const { status, text } = await save({
    ...GIVEN,
    contactUrl: 'javascript:alert(1)',
    portalVisibility: 'SECRET',
    'portalCustomization.bannerEnabled': '',
  });
  expect(status).toBe(422);
  expect(text).toContain('Invalid URL.');
  expect(text).toContain('Invalid option: expected one of');
  expect(text).toContain('value="javascript:alert(1)"');
  expect(text).toMatch(/name="portalCustomization\.bannerEnabled" value="yes">/);
  expect(await acme()).toEqual(before);
});

it('what two admins write at the same time is not lost: the second one sees what the first saved, and keeps the own words', async () => {
  const second = await desk.person('admin');
  const opened = versionIn((await second.get(PATH)).text);
  await save({ ...GIVEN, 'brandMetadata.industry': 'Wallets', 'portalCustomization.useCustomDetails': 'yes' });
  const before = await acme();
  const own = { ...GIVEN, 'portalCustomization.bannerContent': 'Words of the second' };
  const stale = await second.post(PATH, { ...own, ...opened });
  expect(stale.status).toBe(409);
  expect(await acme()).toEqual(before);
  expect(stale.text).toContain('Someone else saved this in the meantime');
  expect(stale.text).toContain('Industry: the saved value is Wallets');
  expect(stale.text).toContain('The portal has a name of its own: the saved value is Yes');
  expect(stale.text).not.toMatch(/(Portal|Handle on X): the saved value/);
  expect(stale.text).toContain('Words of the second</textarea>');
  const again = await second.post(PATH, { ...own, 'brandMetadata.industry': 'Wallets', ...versionIn(stale.text) });
  expect(again.status).toBe(303);
  expect(await acme()).toMatchObject({ industry: 'Wallets', portalBannerContent: 'Words of the second' });
  expect((await second.post(PATH, own)).status).toBe(409);
});

it('takes no key that only those who run the service change, and nothing from others', async () => {
  const forged = {
    ...GIVEN,
    subscriptionStatus: 'POC',
    'services.detection.active': 'false',
    members: '[]',
    name: 'X',
  };
  await save(forged);
  expect(await acme()).toMatchObject({ subscriptionStatus: 'ACTIVE', detectionActive: true, name: 'Acme' });
  const before = await acme();
  const viewer = await desk.person('viewer');
  const page = await viewer.get(PATH);
  expect(page.text).toContain('An admin can change it');
  expect(page.text).not.toContain('name="contactUrl"');
  const stranger = await desk.person('admin', { organizationIds: [desk.service.foreign] });
  const other = { ...GIVEN, contactUrl: 'https://evil.test/' };
  expect((await viewer.post(PATH, other)).status).toBe(403);
  expect((await stranger.post(PATH, other)).status).toBe(404);
  expect((await admin.post(PATH, other, { origin: 'https://evil.test' })).status).toBe(403);
  expect(await acme()).toEqual(before);
});

it('those who run the service change the whole record as a document, and nobody else', async () => {
  const operator = await desk.person('admin', { everything: true });
  const path = `${PATH}/record`;
  expect((await admin.get(path)).status).toBe(403);
  expect((await admin.post(path, { record: 'slug: acme\nname: X\n' })).status).toBe(403);
  expect((await operator.get(path)).text).toContain('slug: acme');
  const record = 'slug: acme\nname: Acme Ltd\nmembers: [{email: eve@acme.test}]\n';
  const opened = versionIn((await operator.get(path)).text);
  await save({ ...GIVEN, contactUrl: 'https://acme.test/new' });
  const stale = await operator.post(path, { record: `${record}contactUrl: https://acme.test/old\n`, ...opened });
  expect([stale.status, (await acme()).contactUrl]).toEqual([409, 'https://acme.test/new']);
  expect(stale.text).toContain('contactUrl: the saved value is https://acme.test/new');
  const done = await operator.post(path, { record, ...versionIn(stale.text) });
  expect(done.text).toMatch(/wary_[\w-]+/);
  expect(await acme()).toMatchObject({ name: 'Acme Ltd' });
  const wrong = await operator.post(path, { record: 'slug: acme\nnmae: Acme\n' });
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('There is no key nmae')]);
  expect((await operator.post(path, { record: 'slug: foreign\nname: X\n' })).status).toBe(422);
  const audit = (await operator.get('/desk/audit')).text;
  expect(audit).toContain('deskOrganizationSet');
  expect(audit).not.toContain('Acme Ltd');
  expect((await admin.get('/desk/audit')).status).toBe(404);
});
