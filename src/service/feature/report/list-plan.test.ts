import { and, desc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '../../../api/operation.ts';
import { organizationReports } from '../../../api/report/report-list.ts';
import { rowsOf } from '../../database/database.ts';
import { organizations, reports } from '../../database/schema/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { type ReportFilter, reportCondition } from './page.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());

const list = (query: RequestOf<typeof organizationReports>['query'], key: string) =>
  fixture.call(organizationReports, { query }, { key });

describe('a page among many reports', () => {
  const ORGANIZATION = { slug: 'many', name: 'Many', subscriptionStatus: 'ACTIVE' } as const;
  let many: number;
  beforeAll(async () => {
    const { database } = fixture.opened;
    const [row] = await database.insert(organizations).values(ORGANIZATION).returning({ id: organizations.id });
    many = row!.id;
    await database.execute(sql`
      insert into reports (organization_id, status, source, country_code, needs_customer_review, has_rejected, created_at)
      select ${many}, case when n % 50 = 0 then 'TODO' else 'CLOSED' end, case when n % 90 = 0 then 'APP' else 'API' end,
        case when n % 70 = 0 then 'DE' end, n % 60 = 0, n % 80 = 0, now() - n * interval '1 minute'
      from generate_series(1, 20000) n`);
    await database.execute(sql`analyze reports`);
  }, 60_000);

  const plans: ReportFilter[] = [
    {},
    { status: ['TODO'] },
    { status: ['TODO', 'IN_PROGRESS'] },
    { source: ['APP'] },
    { country: 'DE' },
    { needsCustomerReview: true },
    { onlyRejected: true },
    { startDate: '2020-01-01T00:00:00Z' },
  ];
  it.each(plans)('of %j is read along an index, without a sort', async (filter) => {
    const { database } = fixture.opened;
    const after = sql`(${reports.createdAt}, ${reports.id}) < (now() - interval '1 day', 10000000)`;
    const rows = await rowsOf<{ 'QUERY PLAN': string }>(
      database,
      sql`explain select ${reports.id} from ${reports} where ${and(reportCondition(many, filter), after)}
        order by ${desc(reports.createdAt)}, ${desc(reports.id)} limit 21`,
    );
    const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index (Only )?Scan Backward using reports_/);
    expect(plan).not.toMatch(/Sort|Seq Scan|Bitmap/);
  });

  it('is counted without reading the reports', async () => {
    const key = await fixture.key(['read'], [many]);
    expect((await list({ limit: 1 }, key)).body.totalCount).toBe(20_000);
    expect((await list({ limit: 1, status: 'TODO' }, key)).body.totalCount).toBe(400);
    await fixture.opened.database.execute(sql`delete from reports where organization_id = ${many} and status = 'TODO'`);
    expect((await list({ limit: 1 }, key)).body.totalCount).toBe(19_600);
    const tallies = await rowsOf<{ count: string | number }>(
      fixture.opened.database,
      sql`select count(*) as count from report_tallies where organization_id = ${many}`,
    );
    expect(Number(tallies[0]!.count)).toBeLessThan(20);
  });
});
