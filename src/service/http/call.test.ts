import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetCheck } from '../../api/asset/asset.ts';
import { assetDetails } from '../../api/asset/asset-record.ts';
import { blocklistVersion, organizationBlockCreate } from '../../api/blocklist.ts';
import { userOrgs } from '../../api/organization/organization.ts';
import { reportCreate } from '../../api/report/report.ts';
import { organizationReports } from '../../api/report/report-list.ts';
import { ServiceFixture } from './service.fixture.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());

describe('the scope of a key', () => {
  it('read carries out what changes nothing, and nothing else', async () => {
    const key = await fixture.key(['read']);
    expect((await fixture.call(assetCheck, { body: { content: 'some.example' } }, { key })).status).toBe(200);
    expect((await fixture.call(organizationReports, { query: {} }, { key })).status).toBe(200);
    const refused = [
      await fixture.call(reportCreate, { body: { assets: [{ content: 'some.example' }] } }, { key }),
      await fixture.call(organizationBlockCreate, { body: { content: 'some.example' } }, { key }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
  });

  it('report reads nothing that takes read', async () => {
    const key = await fixture.key(['report']);
    expect((await fixture.call(organizationReports, { query: {} }, { key })).status).toBe(403);
  });
});

it('a key of an inactive organization protects on, and does nothing else', async () => {
  const gone = await fixture.organization({ name: 'Gone', slug: 'gone', subscriptionStatus: 'INACTIVE' });
  const key = await fixture.key(['protect', 'report', 'read'], [gone]);
  expect((await fixture.call(blocklistVersion, {}, { key })).status).toBe(200);
  const refused = [
    await fixture.call(organizationReports, { query: {} }, { key }),
    await fixture.call(reportCreate, { body: { assets: [{ content: 'some.example' }] } }, { key }),
  ];
  for (const { status, body } of refused) {
    expect(status).toBe(403);
    expect(JSON.stringify(body)).toContain('inactive');
  }
});

describe('what is deprecated says so', () => {
  it('where it fails', async () => {
    const key = await fixture.key(['report']);
    const { status, headers } = await fixture.call(assetDetails, { body: { content: 'no address' } }, { key });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(headers.get('sunset')).not.toBeNull();
  });

  it('where a request has such a field', async () => {
    const [old, plain] = [
      await fixture.call(organizationReports, { query: { excludeAutomation: true } }),
      await fixture.call(organizationReports, { query: {} }),
    ];
    expect(old.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(plain.headers.has('deprecation')).toBe(false);
  });
});

it('a search of organizations may be as long as a request', async () => {
  expect((await fixture.call(userOrgs, { body: { query: 'a'.repeat(5_000) } })).status).toBe(200);
});
