import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { validate } from '../../../../api/organization/account.ts';
import { userOrg } from '../../../../api/organization/organization.ts';
import { organizations } from '../../../database/schema/index.ts';
import { ServiceFixture } from '../../../http/service.fixture.ts';
import { readConfiguration, readDocument, writeDocument } from './document.ts';
import { createOrganization, writeConfiguration } from './write.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());

/** Writes a record as a person writes it. */
const apply = (source: string) =>
  fixture.opened.database.transaction(async (transaction) => {
    const { slug, values } = readDocument(source, 'record');
    return writeConfiguration(transaction, slug, values);
  });
const set = (values: Readonly<Record<string, unknown>>) => apply(JSON.stringify({ slug: 'acme', ...values }));
const show = async (slug = 'acme') =>
  writeDocument(slug, (await readConfiguration(fixture.opened.database, slug))!.values);
const record = async () => (await fixture.call(userOrg, { params: { slug: 'acme' } })).body;

describe('the record of an organization', () => {
  it('changed what the interface tells', async () => {
    const address = 'https://acme.test/contact';
    expect((await set({ contactUrl: address, services: { detection: { active: false } } })).changed).toEqual([
      'contactUrl',
      'services.detection.active',
    ]);
    expect(await record()).toMatchObject({
      contactUrl: address,
      services: { detection: { active: false }, reporting: { active: true } },
    });
    expect((await set({ contactUrl: address })).changed).toEqual([]);
    await set({ contactUrl: null, 'services.detection.active': true });
    expect((await record()).contactUrl).toBeNull();
  });

  it('takes every kind of key', async () => {
    await set({
      name: 'Acme: the = sign # and all',
      'brandMetadata.twitterHandle': 'acme',
      avatarUrl: 'data:image/png;base64,AAAA',
      'brandMetadata.securityContactEmail': 'security@acme.test',
      portalVisibility: 'PRIVATE',
      'portalCustomization.slug': 'shield',
      'portalCustomization.bannerContent': '**Beware** of @strangers',
      'portalCustomization.scamKinds': ['fake-support', 'impersonation'],
      'integrations.telegram.groupCount': 3,
      obligatoryAdminApproval: { active: true, assetTypes: ['URL', 'ADDRESS'] },
      'legalDocuments.powerOfAttorney': { fileName: 'power.pdf', fileUrl: 'https://acme.test/power.pdf' },
      trademarkRegistrations: [
        { brandName: 'Acme', trademarkOffice: 'EUIPO', registrationNumber: '017', goodsAndServicesClass: '9' },
      ],
    });
    expect(await record()).toMatchObject({
      name: 'Acme: the = sign # and all',
      portalVisibility: 'PRIVATE',
      brandMetadata: { twitterHandle: '@acme', securityContactEmail: 'security@acme.test' },
      portalCustomization: { slug: 'shield', bannerContent: '**Beware** of @strangers' },
      integrations: { telegram: { groupCount: 3 } },
      obligatoryAdminApproval: { active: true, assetTypes: ['URL', 'ADDRESS'] },
      legalDocuments: { powerOfAttorney: { present: true, fileName: 'power.pdf' } },
      trademarkRegistrations: [{ registrationNumber: '017', rightsOwnerName: null }],
    });
    expect(parse(await show())).toMatchObject({
      portalCustomization: { scamKinds: ['fake-support', 'impersonation'] },
    });
  });

  it.each([
    ['contacturl: x', 'There is no key contacturl'],
    ['services: {detecton: {active: true}}', 'There is no key services.detecton'],
    ['services: true', 'services must hold keys such as services.reporting.active'],
    ['__proto__: {x: 1}', 'There is no key __proto__'],
    ['toString: x', 'There is no key toString'],
    ['contactUrl: "javascript:alert(1)"', 'contactUrl must be a web address, or null'],
    ['avatarUrl: "data:text/html,x"', 'avatarUrl must be a web address, a data: address of an image, or null'],
    ['services.detection.active: maybe', 'services.detection.active must be true or false'],
    ['contactUrl: [', 'record is neither YAML nor JSON: '],
    ['slug: acme', 'record is neither YAML nor JSON: Map keys must be unique'],
    ['a: &a [1]\nmembers: *a', 'record is neither YAML nor JSON: '],
    ['subscriptionStatus: FREE', 'subscriptionStatus must be one of POC, ACTIVE, PROSPECT, INTEGRATION, INACTIVE'],
    ['integrations.telegram.groupCount: -1', 'integrations.telegram.groupCount must be a whole number'],
    [
      'obligatoryAdminApproval.assetTypes: [URL, SITE]',
      'obligatoryAdminApproval.assetTypes[1] is wrong: obligatoryAdminApproval.assetTypes must be a list of asset',
    ],
    [
      'trademarkRegistrations: [{brandName: Acme}]',
      'trademarkRegistrations[0].trademarkOffice is wrong: trademarkRegistrations must be a list of',
    ],
    [
      'members: [{email: nobody}]',
      'members[0].email is wrong: members must be a list of {email: ADDRESS, fullName: TEXT}',
    ],
    ['members: [{email: a@acme.test, role: admin}]', 'members[0] is wrong: members must be a list of'],
    [
      'portalCustomization.scamKinds: [sanctioned]',
      'portalCustomization.scamKinds must be a list of the kinds of scam',
    ],
    ['portalCustomization.slug: api', 'portalCustomization.slug must be lower-case letters, digits and hyphens'],
    ['portalCustomization.slug: foreign', 'The slug foreign is taken by'],
    ['name: ""', 'name must be a text of 1 to 255 characters'],
  ])('refuses %j and changed nothing', async (line, problem) => {
    const before = await show();
    await expect(apply(`slug: acme\nbrandMetadata: {industry: Never written}\n${line}\n`)).rejects.toThrow(problem);
    expect(await show()).toBe(before);
  });

  it.each([
    ['', 'record must hold the record of one organization'],
    ['name: Acme', 'record must name the organization: slug'],
    ['slug: nobody', 'There is no organization nobody'],
  ])('refuses %j', async (source, problem) => {
    await expect(apply(source)).rejects.toThrow(problem);
  });

  it('is written as it is read', async () => {
    const written = await show();
    expect(Object.keys(parse(written))).toContain('trademarkRegistrations');
    expect((await apply(written)).changed).toEqual([]);
    expect((await apply(JSON.stringify(parse(written)))).changed).toEqual([]);
  });

  it('keeps the number of a trademark whose entry changed', async () => {
    const [before] = (await record()).trademarkRegistrations;
    await apply((await show()).replace('rightsOwnerName: null', 'rightsOwnerName: Acme Ltd'));
    expect((await record()).trademarkRegistrations).toEqual([{ ...before, rightsOwnerName: 'Acme Ltd' }]);
    await set({ trademarkRegistrations: [] });
    expect((await record()).trademarkRegistrations).toEqual([]);
  });
});

it('members come with a key of their own, and go with every key they have', async () => {
  const reaches = async (key: string) => (await fixture.call(validate, {}, { key })).status;
  const { memberKeys } = await set({
    members: [{ email: 'Ada@acme.test', fullName: 'Ada' }, { email: 'bob@acme.test' }],
  });
  expect(memberKeys.map(({ email }) => email)).toEqual(['Ada@acme.test', 'bob@acme.test']);
  const [ada, bob] = memberKeys.map(({ key }) => key);
  expect([await reaches(ada!), await reaches(bob!)]).toEqual([200, 200]);
  expect(await show()).toContain(
    '- email: Ada@acme.test\n    fullName: Ada\n  - email: bob@acme.test\n    fullName: null',
  );
  const fewer = await set({ members: [{ email: 'ada@acme.test', fullName: 'Ada Lovelace' }] });
  expect(fewer.memberKeys).toEqual([]);
  fixture.service.callers.forget();
  expect([await reaches(ada!), await reaches(bob!)]).toEqual([200, 401]);
  expect(await show()).toContain('- email: Ada@acme.test\n    fullName: Ada Lovelace');
});

it('a slug leads to one portal', async () => {
  const { database } = fixture.opened;
  await set({ 'portalCustomization.slug': 'shield' });
  await expect(createOrganization(database, 'shield', 'Shield')).rejects.toThrow('The slug shield is taken by');
  await expect(createOrganization(database, '../x', 'X')).rejects.toThrow();
  expect(await database.$count(organizations, eq(organizations.slug, 'shield'))).toBe(0);
});
