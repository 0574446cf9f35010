import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../api/catalogue.ts';
import type { RequestOf } from '../../../api/operation.ts';
import { userOrg, userOrgs } from '../../../api/organization/organization.ts';
import { organizations } from '../../database/schema/index.ts';
import { rawUrl, ServiceFixture } from '../../http/service.fixture.ts';

type Filter = RequestOf<typeof userOrgs>['body'];

let fixture: ServiceFixture;
let user: string;
const ids: Record<string, number> = {};

const NO_SERVICE = {
  reportingActive: false,
  reviewingActive: false,
  protectionActive: false,
  takedownsActive: false,
  detectionActive: false,
} as const;

beforeAll(async () => {
  fixture = await ServiceFixture.open();
  ids.north = await fixture.organization({
    ...NO_SERVICE,
    slug: 'north',
    name: 'North 100%_Bank',
    subscriptionStatus: 'POC',
    reportingActive: true,
    reviewingActive: true,
    takedownsActive: true,
    takedownsAutomated: true,
    adminApprovalActive: true,
    adminApprovalAssetTypes: ['URL', 'ADDRESS'],
    securityContactEmail: 'security@north.example',
    twitterHandle: '@north',
    slackConnected: true,
    telegramConnected: true,
    telegramGroupCount: 3,
    portalSlug: 'north-portal',
  });
  ids.south = await fixture.organization({
    ...NO_SERVICE,
    slug: 'south',
    name: 'South exchange',
    subscriptionStatus: 'PROSPECT',
    protectionActive: true,
    takedownsActive: true,
    detectionActive: true,
    adminApprovalAssetTypes: ['PAGE'],
  });
  ids.west = await fixture.organization({
    ...NO_SERVICE,
    slug: 'west',
    name: 'West wallet',
    subscriptionStatus: 'INTEGRATION',
    darkWebMonitoringActive: true,
  });
  ids.gone = await fixture.organization({
    slug: 'gone',
    name: 'Gone bank',
    subscriptionStatus: 'INACTIVE',
    reportingActive: true,
    adminApprovalActive: true,
    adminApprovalAssetTypes: ['URL'],
  });
  const { database } = fixture.opened;
  const approval = { automated: true, serviceName: 'Takedowns', requestedAt: new Date().toISOString() };
  const takedowns = { ...approval, service: 'takedowns', serviceType: 'isAutomatedTakedownsActive' } as const;
  const protection = { ...approval, service: 'protection', serviceType: 'isProtectionActive' } as const;
  const registration = {
    ...{ id: 1, brandName: 'North', trademarkOffice: 'EUIPO', registrationNumber: '1', goodsAndServicesClass: '36' },
    ...{ rightsOwnerName: null, registrationPageUrl: null, certificateFileName: null, certificateFileUrl: null },
  };
  const powerOfAttorney = { fileName: 'power.pdf', fileUrl: 'https://north.example/power.pdf' };
  await database
    .update(organizations)
    .set({ powerOfAttorney, trademarks: [registration] })
    .where(eq(organizations.id, ids.north!));
  const asks = (id: number, pending: typeof takedowns | typeof protection) =>
    database
      .update(organizations)
      .set({ pendingServices: [pending] })
      .where(eq(organizations.id, id));
  await asks(ids.north!, takedowns);
  await asks(ids.gone!, takedowns);
  await asks(ids.south!, protection);
  user = await fixture.key(['read'], Object.values(ids), 'user');
}, 60_000);
afterAll(() => fixture.close());

async function slugs(body: Filter): Promise<string[]> {
  const received = await fixture.call(userOrgs, { body }, { key: user });
  expect(received.status).toBe(200);
  return received.body.organizations.map(({ slug }) => slug);
}

describe('POST /user/orgs', () => {
  it('lists what the key reaches, by name, and never an inactive organization', async () => {
    expect(await slugs({})).toEqual(['north', 'south', 'west']);
  });

  const filters: [string, Filter, string[]][] = [
    ['a part of the name, whatever its case', { query: 'BANK' }, ['north']],
    ['a part of the name taken literally', { query: '0%_B' }, ['north']],
    ['a wildcard that is none', { query: '%' }, ['north']],
    ['a name that is not there', { query: 'acme' }, []],
    ['one status', { subscriptionStatus: ['POC'] }, ['north']],
    ['several statuses', { subscriptionStatus: ['POC', 'INTEGRATION', 'ACTIVE'] }, ['north', 'west']],
    ['reporting', { services: { reporting: { active: true } } }, ['north']],
    ['no reporting', { services: { reporting: { active: false } } }, ['south', 'west']],
    ['reporting of either kind', { services: { reporting: {} } }, ['north', 'south', 'west']],
    ['reviewing', { services: { reviewing: { active: true } } }, ['north']],
    ['protection', { services: { protection: { active: true } } }, ['south']],
    ['takedowns', { services: { takedowns: { active: true } } }, ['north', 'south']],
    ['automated takedowns', { services: { takedowns: { active: true, automated: true } } }, ['north']],
    ['takedowns by hand', { services: { takedowns: { active: true, automated: false } } }, ['south']],
    ['detection', { services: { detection: { active: true } } }, ['south']],
    ['dark web monitoring', { services: { darkWebMonitoring: { active: true } } }, ['west']],
    ['two services', { services: { reporting: { active: true }, detection: { active: true } } }, []],
    ['obligatory approval', { obligatoryAdminApproval: { active: true } }, ['north']],
    ['no obligatory approval', { obligatoryAdminApproval: { active: false } }, ['south', 'west']],
    ['approval of one type', { obligatoryAdminApproval: { assetTypes: ['ADDRESS'] } }, ['north']],
    ['approval of any of some types', { obligatoryAdminApproval: { assetTypes: ['PAGE', 'URL'] } }, ['north', 'south']],
    ['a pending approval', { pendingServiceApproval: { active: true } }, ['north', 'south']],
    ['no pending approval', { pendingServiceApproval: { active: false } }, ['west']],
    ['a pending approval of a service', { pendingServiceApproval: { services: ['protection'] } }, ['south']],
    [
      'no pending approval of a service',
      { pendingServiceApproval: { active: false, services: ['takedowns'] } },
      ['south', 'west'],
    ],
    [
      'the status and a service',
      { subscriptionStatus: ['PROSPECT'], services: { takedowns: { active: true } } },
      ['south'],
    ],
  ];
  it.each(filters)('narrows by %s', async (_, body, expected) => {
    expect(await slugs(body)).toEqual(expected);
  });

  const wrong: [string, unknown][] = [
    ['an empty status list', { subscriptionStatus: [] }],
    ['INACTIVE', { subscriptionStatus: ['INACTIVE'] }],
    ['an unknown status', { subscriptionStatus: ['active'] }],
    ['no asset types', { obligatoryAdminApproval: { assetTypes: [] } }],
    ['an unknown asset type', { obligatoryAdminApproval: { assetTypes: ['WEBSITE'] } }],
    ['no services', { pendingServiceApproval: { services: [] } }],
    ['another service', { pendingServiceApproval: { services: ['detection'] } }],
    ['a word for a truth value', { services: { reporting: { active: 'yes' } } }],
  ];
  it.each(wrong)('refuses %s', async (_, body) => {
    const received = await fixture.send(userOrgs, rawUrl(userOrgs.path), { body: JSON.stringify(body) }, { key: user });
    expect(received.status).toBe(400);
  });

  it('reads the singular key of the request and answers with the plural one', async () => {
    const body = { pendingServiceApprovals: { active: false } };
    const received = await fixture.send(userOrgs, rawUrl(userOrgs.path), { body: JSON.stringify(body) }, { key: user });
    expect((received.body as { organizations: unknown[] }).organizations).toHaveLength(3);
    expect(received.body).toMatchObject({
      organizations: [{ pendingServiceApprovals: [{ service: 'takedowns' }] }, {}, {}],
    });
  });

  it('gives every field of a record, whatever is set', async () => {
    const { body } = await fixture.call(userOrgs, { body: { query: 'north' } }, { key: user });
    expect(body.organizations[0]).toEqual({
      id: ids.north,
      name: 'North 100%_Bank',
      slug: 'north',
      avatarUrl: null,
      contactUrl: null,
      subscriptionStatus: 'POC',
      portalVisibility: 'PUBLIC',
      reportVisibility: 'PUBLIC',
      metricsVisibility: 'PUBLIC',
      brandMetadata: {
        websiteUrl: null,
        twitterHandle: '@north',
        securityContactEmail: 'security@north.example',
        industry: null,
      },
      portalCustomization: {
        useCustomDetails: false,
        name: null,
        slug: 'north-portal',
        avatarUrl: null,
        bannerEnabled: false,
        bannerContent: null,
      },
      services: {
        reporting: { active: true },
        reviewing: { active: true },
        protection: { active: false },
        takedowns: { active: true, automated: true },
        detection: { active: false },
        darkWebMonitoring: { active: false },
      },
      integrations: {
        slack: true,
        discord: false,
        telegram: { connected: true, groupCount: 3 },
        vercel: false,
        intercom: false,
        moderation: false,
      },
      obligatoryAdminApproval: { active: true, assetTypes: ['URL', 'ADDRESS'] },
      pendingServiceApprovals: [
        {
          service: 'takedowns',
          automated: true,
          serviceType: 'isAutomatedTakedownsActive',
          serviceName: 'Takedowns',
          requestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        },
      ],
      legalDocuments: {
        letterOfAuthorization: { present: false, fileName: null, fileUrl: null },
        powerOfAttorney: { present: true, fileName: 'power.pdf', fileUrl: 'https://north.example/power.pdf' },
      },
      trademarkRegistrations: [
        {
          id: expect.any(Number),
          brandName: 'North',
          trademarkOffice: 'EUIPO',
          registrationNumber: '1',
          goodsAndServicesClass: '36',
          rightsOwnerName: null,
          registrationPageUrl: null,
          certificateFileName: null,
          certificateFileUrl: null,
        },
      ],
    });
  });

  it('refuses a key that reaches no organization', async () => {
    const received = await fixture.call(userOrgs, { body: {} }, { key: await fixture.key(['read'], []) });
    expect(received.status).toBe(401);
    expect(ServiceFixture.error(received)).toMatchObject({ message: 'Authorization not provided' });
  });
});

describe('GET /user/orgs/{slug}', () => {
  const read = (slug: string, key: string) => fixture.call(userOrg, { params: { slug } }, { key });

  it('tells nothing of an organization that the key does not reach, or that is inactive', async () => {
    for (const slug of ['nobody', 'foreign', 'north-portal', 'gone']) expect((await read(slug, user)).status).toBe(401);
  });

  it('gives the whole record to a key that may read', async () => {
    const { body } = await read('north', user);
    expect(body).toMatchObject({ integrations: { slack: true }, trademarkRegistrations: [{ brandName: 'North' }] });
  });

  it('keeps the private parts from a key that a branded build carries', async () => {
    const key = await fixture.key(['protect', 'report'], [ids.north!]);
    const { status, body } = await read('north', key);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'North 100%_Bank', brandMetadata: { twitterHandle: '@north' } });
    expect(JSON.stringify(body)).not.toMatch(
      /security@|power\.pdf|EUIPO|isAutomatedTakedownsActive|"slack":true|"URL"/,
    );
  });
});

describe('GET /validate', () => {
  it('names the organization only where there is one to name', async () => {
    const one = await fixture.call(OPERATIONS.validate, {}, { key: await fixture.key(['protect']) });
    expect(one.body).toEqual({
      valid: true,
      kind: 'organization',
      scopes: ['protect'],
      organization: { id: fixture.acme, slug: 'acme', name: 'Acme' },
    });
    const many = await fixture.call(OPERATIONS.validate, {}, { key: user });
    expect(many.body).toEqual({ valid: true, kind: 'user', scopes: ['read'] });
  });
});
