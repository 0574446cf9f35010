import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../../../api/operation.ts';
import * as api from '../../../../api/organization/healthcheck.ts';
import { detections, organizations } from '../../../database/schema/index.ts';
import { ServiceFixture } from '../../../http/service.fixture.ts';
import { claimAssets } from '../../listing/entry.ts';

type Check = Operation & Pick<typeof api.healthcheckBacklog, 'body' | 'response'>;
/** Adds rows numbered `from` to `to` that a check counts, or that look like those and must not count. */
type Seed = (organizationId: number, from: number, to: number) => SQL;

const MAX_ASSETS = 600;
const HOST = sql`'health-' || n || '.example'`;
const assetOf = sql`(select id from assets where content = ${HOST})`;
const ago = (text: string) => sql`now() - ${text}::interval`;
const numbers = (from: number, to: number) => sql`generate_series(${from}::int, ${to}::int) n`;

const config =
  (created: string, over: SQL = sql`true`): Seed =>
  (id, from, to) =>
    sql`insert into detection_configs (organization_id, source, name, terms, enabled, created_at)
    select ${id}, 'REPORTS', 'config ' || n, '{acme}', ${over}, ${ago(created)} from ${numbers(from, to)}`;
const report: Seed = (id, from, to) => sql`insert into reports (organization_id, title)
  select ${id}, 'Report ' || n from ${numbers(from, to)}`;
const proposal =
  (created: string, status = 'PENDING'): Seed =>
  (id, from, to) =>
    sql`with filed as (insert into reports (organization_id, title)
      select ${id}, 'Report ' || n from ${numbers(from, to)} returning id)
    insert into proposals (report_id, asset_id, proposed_status, review_status, created_at)
    select id, (select min(id) from assets), 'BLOCKED', ${status}, ${ago(created)} from filed`;
const takedown =
  (status: string, updated = '1 minute'): Seed =>
  (id, from, to) =>
    sql`insert into takedowns (organization_id, asset_id, status, updated_at)
    select ${id}, ${assetOf}, ${status}, ${ago(updated)} from ${numbers(from, to)}`;
const dead =
  (changed: string, status = 'DEAD'): Seed =>
  (id, from, to) =>
    sql`with seen as (insert into asset_liveness (asset_id, status, changed_at)
      select ${assetOf}, ${status}, ${ago(changed)} from ${numbers(from, to)}
      on conflict (asset_id) do update set status = excluded.status, changed_at = excluded.changed_at returning asset_id)
    insert into threats (organization_id, asset_id) select ${id}, asset_id from seen`;

/** The number of rows from which a check warns and fails, what it counts, and what it must not count. */
const COUNTED: [Check, number, number, Seed, Seed[]][] = [
  [
    api.healthcheckSilentConfigs,
    1,
    10,
    config('8 days'),
    [
      (id, from, to) => config('6 days')(id, from + 200, to + 200),
      (id, from, to) => config('8 days', sql`false`)(id, from + 400, to + 400),
    ],
  ],
  [api.healthcheckBacklog, 100, 500, report, [proposal('1 hour', 'APPROVED')]],
  [api.healthcheckOldProposals, 1, 20, proposal('73 hours'), [proposal('71 hours'), proposal('99 hours', 'REJECTED')]],
  [api.healthcheckTodoVolume, 50, 200, takedown('TODO'), [takedown('PENDING_INPUT'), takedown('COMPLETED')]],
  [api.healthcheckInProgressVolume, 100, 400, takedown('IN_PROGRESS'), [takedown('TODO')]],
  [
    api.healthcheckStaleInProgress,
    1,
    10,
    takedown('IN_PROGRESS', '7 days 1 minute'),
    [takedown('IN_PROGRESS', '6 days 23 hours'), takedown('TODO', '99 days')],
  ],
  [
    api.healthcheckCancelledCount,
    5,
    20,
    takedown('CANCELLED', '6 days 23 hours'),
    [takedown('CANCELLED', '7 days 1 minute')],
  ],
  [
    api.healthcheckDeadAssetSpike,
    10,
    100,
    dead('23 hours'),
    [
      (id, from, to) => dead('1 hour', 'LIVE')(id, from + 200, to + 200),
      (id, from, to) => dead('9 days')(id, from + 400, to + 400),
    ],
  ],
];

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  const undecided = { status: 'UNKNOWN', decidedBy: 'NOBODY', source: null, reason: null } as const;
  await claimAssets(
    fixture.opened.database,
    Array.from({ length: MAX_ASSETS }, (_, index) => ({
      asset: { type: 'URL', content: `health-${index + 1}.example` },
      ...undecided,
    })),
  );
}, 60_000);
afterAll(() => fixture.close());

let made = 0;
/** An organization of its own, and how a check sees it. */
async function newOrganization(values: Partial<typeof organizations.$inferInsert> = {}) {
  made += 1;
  const id = await fixture.organization({ slug: `health-${made}`, ...values });
  const key = await fixture.key(['read'], [id]);
  return {
    id,
    add: (seed: Seed, from: number, to: number) => fixture.opened.database.execute(seed(id, from, to)),
    check: async (operation: Check) => (await fixture.call(operation, { body: {} }, { key })).body,
  };
}

describe('a check', () => {
  it.each(COUNTED)('$path turns from ok to warn to fail', async (operation, warnAt, failAt, counted, ignored) => {
    const [one, other] = [await newOrganization(), await newOrganization()];
    const id = operation.path.slice('/healthchecks/'.length);
    const ok = { id, severity: 'ok', threshold: warnAt, findings: [], suggestedAction: null };
    expect(await one.check(operation)).toEqual({ ...ok, observed: 0 });
    if (warnAt > 1) {
      await one.add(counted, 1, warnAt - 1);
      expect(await one.check(operation)).toEqual({ ...ok, observed: warnAt - 1 });
    }
    await one.add(counted, warnAt, warnAt);
    const warned = await one.check(operation);
    expect(warned).toMatchObject({ severity: 'warn', observed: warnAt, suggestedAction: expect.stringMatching(/\w/) });
    expect(warned.findings.length).toBeGreaterThan(0);
    for (const { subject, detail } of warned.findings) expect([subject, detail]).not.toContain('');
    await one.add(counted, warnAt + 1, failAt - 1);
    expect(await one.check(operation)).toMatchObject({ severity: 'warn', observed: failAt - 1 });
    await one.add(counted, failAt, failAt);
    const failed = await one.check(operation);
    expect(failed).toMatchObject({ severity: 'fail', observed: failAt, threshold: warnAt });
    expect(failed.findings.length).toBeLessThanOrEqual(20);
    for (const seed of ignored) await one.add(seed, 1, failAt > 200 ? 200 : failAt);
    expect((await one.check(operation)).observed).toBe(failAt);
    expect(await other.check(operation)).toEqual({ ...ok, observed: 0 });
  });
});

describe('silent configs', () => {
  it('are heard again once they find something', async () => {
    const one = await newOrganization();
    await one.add(config('99 days'), 1, 2);
    expect(await one.check(api.healthcheckSilentConfigs)).toMatchObject({
      observed: 2,
      findings: [
        {
          subject: expect.stringMatching(/^Config \d+, config 1$/),
          detail: 'found nothing new in 30 days, and has never run',
        },
        {
          subject: expect.stringMatching(/^Config \d+, config 2$/),
          detail: 'found nothing new in 30 days, and has never run',
        },
      ],
    });
    const { database } = fixture.opened;
    await database.execute(sql`insert into detections (organization_id, config_id, source, asset_id, threat_content, confidence,
        created_at)
      select ${one.id}, detection_configs.id, 'REPORTS', assets.id, 'x', 'high', now() - interval '29 days'
      from detection_configs join assets on assets.content = 'health-1.example'
      where detection_configs.organization_id = ${one.id} and name = 'config 1'`);
    expect(await one.check(api.healthcheckSilentConfigs)).toMatchObject({
      severity: 'warn',
      observed: 1,
      findings: [{ subject: expect.stringContaining('config 2') }],
    });
    await database.update(detections).set({ createdAt: new Date(Date.now() - 31 * 86_400_000) });
    expect((await one.check(api.healthcheckSilentConfigs)).observed).toBe(2);
  });
});

describe('a spike of dead assets', () => {
  it('is three times what is usual', async () => {
    const one = await newOrganization();
    await one.add(dead('3 days'), 1, 70);
    await one.add(dead('2 hours'), 101, 129);
    expect(await one.check(api.healthcheckDeadAssetSpike)).toMatchObject({
      ...{ severity: 'ok', observed: 29, threshold: 30 },
    });
    await one.add(dead('2 hours'), 130, 130);
    expect(await one.check(api.healthcheckDeadAssetSpike)).toMatchObject({ severity: 'warn', observed: 30 });
    await one.add(dead('2 hours'), 131, 200);
    expect(await one.check(api.healthcheckDeadAssetSpike)).toMatchObject({ severity: 'fail', observed: 100 });
  });

  it('that is usual is no failure, however many die', async () => {
    const one = await newOrganization();
    await one.add(dead('3 days'), 1, 400);
    await one.add(dead('2 hours'), 401, 520);
    const seen = await one.check(api.healthcheckDeadAssetSpike);
    expect(seen).toMatchObject({ severity: 'ok', observed: 120, threshold: 172 });
  });
});

describe('a check of the organization itself', () => {
  const set = (id: number, values: Partial<typeof organizations.$inferInsert>) =>
    fixture.opened.database.update(organizations).set(values).where(eq(organizations.id, id));

  it('warns of takedowns that are not automated', async () => {
    const one = await newOrganization();
    const ok = { severity: 'ok', observed: 0, findings: [], suggestedAction: null };
    expect(await one.check(api.healthcheckAutomationOff)).toMatchObject({
      severity: 'warn',
      observed: 1,
      threshold: 1,
    });
    await set(one.id, { takedownsAutomated: true });
    expect(await one.check(api.healthcheckAutomationOff)).toMatchObject(ok);
  });

  it('warns of an organization that cannot be contacted', async () => {
    const one = await newOrganization();
    for (const contactUrl of [null, '', '  ']) {
      await set(one.id, { contactUrl });
      expect(await one.check(api.healthcheckMissingContactUrl)).toMatchObject({ severity: 'warn', observed: 1 });
    }
    await set(one.id, { contactUrl: 'https://acme.test/contact' });
    expect(await one.check(api.healthcheckMissingContactUrl)).toMatchObject({ severity: 'ok', observed: 0 });
  });
});

const isCheck = (one: unknown): one is Check =>
  typeof one === 'object' && one !== null && 'path' in one && one !== api.healthchecksList;

describe('the registry', () => {
  it('names every check, each implemented and reached under its name', async () => {
    const { checks } = (await fixture.call(api.healthchecksList, { body: {} })).body;
    expect(checks.map(({ id }) => id).sort()).toEqual(Object.keys(api.HEALTHCHECKS).sort());
    const operations = Object.values<unknown>(api).filter(isCheck);
    for (const { id, implemented } of checks) {
      const operation = operations.find(({ path }) => path === `/healthchecks/${id}`);
      expect([implemented, operation !== undefined]).toEqual([true, true]);
      expect((await fixture.call(operation!, { body: { slug: 'acme' } })).body.id).toBe(id);
      const key = await fixture.key(['read'], [fixture.foreign]);
      expect((await fixture.call(operation!, { body: { slug: 'acme' } }, { key })).status).toBe(401);
    }
  });
});
