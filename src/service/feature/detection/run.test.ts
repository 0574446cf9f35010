import { setImmediate as turn } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organizationAssetCreate } from '../../../api/organization/organization-asset.ts';
import { webhookConfig } from '../../../api/organization/webhook.ts';
import { reportCreate } from '../../../api/report/report.ts';
import { organizationReports } from '../../../api/report/report-list.ts';
import { detectionConfigCreate, detectionConfigRun, detectionList } from '../../../api/threat/detection.ts';
import { detectionConfigs, detections } from '../../database/schema/detection.ts';
import { organizations } from '../../database/schema/organization.ts';
import { auditEntries } from '../../database/schema/service.ts';
import { webhookDeliveries } from '../../database/schema/webhook.ts';
import { Failure } from '../../http/failure.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { decide } from '../listing/decision.ts';
import { findMatches, runConfig } from './run.ts';

let fixture: ServiceFixture;
const list = (content: string, status: 'BLOCKED' | 'ALLOWED' = 'BLOCKED') =>
  decide(fixture.opened.database, {
    ...{ asset: { type: 'URL', content }, status, decidedBy: 'OPERATOR', source: 'operator', reason: null },
  });
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  for (const host of ['acme-claim.example', 'acmeclaim.example', 'xn--cme-5cd.example', 'other.example'])
    await list(host);
  await list('acme.example', 'ALLOWED');
  const own = { assets: [{ content: 'acme.test' }] };
  await fixture.call(organizationAssetCreate, { body: own });
  const body = { url: 'https://hook.example/', events: ['organization.threat-detection-added' as const], slug: 'acme' };
  expect((await fixture.call(webhookConfig, { body })).status).toBe(200);
}, 60_000);
afterAll(() => fixture.close());
beforeEach(async () => {
  const { database } = fixture.opened;
  await database.delete(detections);
  await database.delete(detectionConfigs);
  await database.delete(webhookDeliveries);
  await database.delete(auditEntries);
});

async function config(source: 'BLOCKLIST' | 'REPORTS', terms = ['acme']): Promise<number> {
  const body = { source, name: `${source} ${terms}`, terms };
  return (await fixture.call(detectionConfigCreate, { body })).body.id;
}
const run = (id: number) => fixture.call(detectionConfigRun, { body: { id } });
const found = async () =>
  (await fixture.call(detectionList, { body: { slug: 'acme' } })).body.detections
    .map(({ asset, confidence, source, threatContent }) => [asset.content, confidence, source, threatContent])
    .sort();
const told = async () =>
  (await fixture.opened.database.select().from(webhookDeliveries)).map(({ type, body }) => [
    type,
    JSON.parse(body).data.content,
  ]);

const LISTED = [
  ['acme-claim.example', 'high', 'BLOCKLIST', 'acme-claim.example'],
  ['acmeclaim.example', 'medium', 'BLOCKLIST', 'acmeclaim.example'],
  ['xn--cme-5cd.example', 'low', 'BLOCKLIST', 'xn--cme-5cd.example'],
];

describe('a run over the blocklist', () => {
  it('finds what looks like a term, once, and not what is allowed', async () => {
    const id = await config('BLOCKLIST');
    expect((await run(id)).body).toMatchObject({ resultCount: 3, newCount: 3, truncated: false });
    expect(await found()).toEqual(LISTED);
    expect((await run(id)).body).toMatchObject({ resultCount: 3, newCount: 0 });
    expect(await found()).toEqual(LISTED);
    const other = await run(await config('BLOCKLIST', ['claim']));
    expect(other.body).toMatchObject({ resultCount: 2, newCount: 0 });
    expect(other.body.config).toMatchObject({ lastResultCount: 2, lastRunAt: expect.stringMatching(/Z$/) });
  });

  it('tells the webhooks of the organization of each new one, once', async () => {
    const id = await config('BLOCKLIST');
    await run(id);
    await run(id);
    const expected = LISTED.map(([content]) => ['organization.threat-detection-added', content]);
    expect((await told()).sort()).toEqual(expected);
  });

  it('is in the audit log, with the config that was run', async () => {
    const id = await config('BLOCKLIST');
    await run(id);
    const entries = await fixture.opened.database.select().from(auditEntries).orderBy(auditEntries.id);
    expect(entries.map(({ action }) => action)).toEqual(['detectionConfigCreate', 'detectionConfigRun']);
    expect(entries[1]).toMatchObject({ actor: 'KEY', outcome: 'DONE', detail: { id } });
  });

  it('has not run when its entry cannot be written, and shows what it found once', async () => {
    const id = await config('BLOCKLIST');
    const { database } = fixture.opened;
    const [row] = await database.select().from(detectionConfigs).where(eq(detectionConfigs.id, id));
    const broken = runConfig(database, row!, () => Promise.reject(new Error('disk full')));
    await expect(broken).rejects.toThrow('disk full');
    expect((await database.select().from(detectionConfigs))[0]).toMatchObject({ lastRunAt: null });
    expect((await run(id)).body).toMatchObject({ resultCount: 3, newCount: 0 });
    expect([await found(), (await told()).length]).toEqual([LISTED, 3]);
  });

  it('writes nothing for a config that was deleted while it looked', async () => {
    const id = await config('BLOCKLIST');
    const { database } = fixture.opened;
    const [row] = await database.select().from(detectionConfigs).where(eq(detectionConfigs.id, id));
    await database.delete(detectionConfigs);
    await expect(runConfig(database, row!)).rejects.toThrow(Failure);
    expect([await found(), await told()]).toEqual([[], []]);
  });
});

describe('a run over reports', () => {
  beforeAll(async () => {
    const file = (body: object) =>
      fixture.call(reportCreate, { body: { organizationSlug: 'acme', assets: [], ...body } });
    const reports = [
      { title: 'Copies Acme', assets: [{ content: 'shop-77.example' }] },
      {
        title: 'A copy',
        description: 'It links https://acmepay.example/ and https://acme.test/',
        assets: [{ content: 'x1.example' }],
      },
      { title: 'Nothing of ours', assets: [{ content: 'acme-airdrop.example' }, { content: 'y2.example' }] },
      { title: 'Not this one either', assets: [{ content: 'z3.example' }] },
    ];
    for (const body of reports) expect((await file(body)).status).toBe(200);
    const key = await fixture.key(['report'], [fixture.foreign]);
    const theirs = { title: 'Acme copied', assets: [{ content: 'acme-theirs.example' }], organizationSlug: 'foreign' };
    expect((await fixture.call(reportCreate, { body: theirs }, { key })).status).toBe(200);
  });

  it('finds named and mentioned assets, and never what is the organization’s own or another’s report', async () => {
    const id = await config('REPORTS');
    expect((await run(id)).body).toMatchObject({ resultCount: 4, newCount: 4 });
    const text = 'A copy It links https://acmepay.example/ and https://acme.test/';
    expect(await found()).toEqual([
      ['acme-airdrop.example', 'high', 'REPORTS', 'acme-airdrop.example'],
      ['acmepay.example', 'medium', 'REPORTS', 'acmepay.example'],
      ['shop-77.example', 'none', 'REPORTS', 'Copies Acme'],
      ['x1.example', 'none', 'REPORTS', text],
    ]);
    expect((await run(id)).body).toMatchObject({ resultCount: 4, newCount: 0 });
  });

  it('lets the service answer while it reads long texts in another script', async () => {
    const hosts = Array.from({ length: 1_400 }, (_, number) => `ä${number}.de`).join(' ');
    const title = 'Many hosts';
    const body = { title, description: hosts.slice(0, 9_990), assets: [{ content: 'many-hosts.example' }] };
    expect((await fixture.call(reportCreate, { body })).status).toBe(200);
    let isRunning = true;
    let turns = 0;
    const order = { source: 'REPORTS', terms: ['zenith'], organizationId: fixture.acme } as const;
    const found = findMatches(fixture.opened.database, order).finally(() => {
      isRunning = false;
    });
    for (; isRunning; turns += 1) await turn();
    expect((await found).matches).toEqual([]);
    expect(turns).toBeGreaterThan(100);
  });

  it('lets others use the database between the hundreds that it writes', async () => {
    const assets = Array.from({ length: 50 }, (_, number) => ({ content: `zenith-${number}.example` }));
    for (const part of ['a', 'b', 'c', 'd', 'e']) {
      const body = { title: 'Many', assets: assets.map(({ content }) => ({ content: `${part}.${content}` })) };
      expect((await fixture.call(reportCreate, { body })).status).toBe(200);
    }
    const { database } = fixture.opened;
    const id = await config('REPORTS', ['zenith']);
    const [row] = await database.select().from(detectionConfigs).where(eq(detectionConfigs.id, id));
    const seen: number[] = [];
    const looking: typeof database = Object.create(database);
    looking.transaction = async (work) => {
      seen.push(await database.$count(detections));
      return database.transaction(work);
    };
    expect(await runConfig(looking, row!)).toMatchObject({ newCount: 250 });
    expect(seen).toEqual([0, 100, 200, 250]);
  });

  it('reports, as the service’s automation, what is under review nowhere, once', async () => {
    const id = await config('REPORTS');
    await run(id);
    await run(id);
    const query = { reporterKind: 'automation' } as const;
    const { reports } = (await fixture.call(organizationReports, { query })).body;
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      title: 'Found by the detection "REPORTS acme"',
      source: 'AUTO_DETECTION',
      reporter: { kind: 'automation', displayName: 'Automation' },
      assets: [{ content: 'acmepay.example', status: 'UNKNOWN' }],
      proposals: [{ reviewStatus: 'PENDING' }],
      needsCustomerReview: false,
    });
  });

  it('reports an account, and a page of a shared host, as what they are', async () => {
    const description = 'From https://t.me/acme_helpdesk to https://sites.google.com/view/acme-bonus';
    await fixture.call(reportCreate, { body: { title: 'Look', description, assets: [{ content: 'v5.example' }] } });
    await run(await config('REPORTS'));
    const query = { reporterKind: 'automation' } as const;
    const { reports } = (await fixture.call(organizationReports, { query })).body;
    const reported = reports.flatMap(({ assets }) => assets.map(({ type, content }) => `${type}:${content}`));
    expect(reported).toContain('TELEGRAM:acme_helpdesk');
    expect(reported).toContain('PAGE:sites.google.com/view/acme-bonus');
  });

  it('reports nothing for an organization that has reporting off', async () => {
    const { database } = fixture.opened;
    const count = async () => (await fixture.call(organizationReports, { query: {} })).body.totalCount;
    const body = { title: 'Another', description: 'See acme-later.example', assets: [{ content: 'w4.example' }] };
    await fixture.call(reportCreate, { body });
    const before = await count();
    await database.update(organizations).set({ reportingActive: false }).where(eq(organizations.id, fixture.acme));
    expect((await run(await config('REPORTS'))).body.newCount).toBeGreaterThan(0);
    await database.update(organizations).set({ reportingActive: true }).where(eq(organizations.id, fixture.acme));
    expect(await count()).toBe(before);
  });
});
