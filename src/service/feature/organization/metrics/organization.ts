import { eq, type SQL, sql } from 'drizzle-orm';
import type { ResponseOf } from '../../../../api/operation.ts';
import type { organizationMetrics } from '../../../../api/organization/metrics.ts';
import type { AssetType } from '../../../../asset/type.ts';
import { type Database, rowsOf } from '../../../database/database.ts';
import { issue } from '../../../database/refused.ts';
import { organizations } from '../../../database/schema/organization.ts';
import { Failure } from '../../../http/failure.ts';
import { reportTotal } from '../../report/page.ts';
import { openRange, type Period, type Range, within } from './summary.ts';

type Figures = ResponseOf<typeof organizationMetrics>;
type Counts = Omit<Figures['metrics'], 'reports' | `${'domain' | 'twitter' | 'telegram' | 'other'}Threats`>;

/** An organization whose metrics are DISABLED has none: they are not computed. @throws Failure FORBIDDEN */
export async function requireMetrics(database: Database, organizationId: number): Promise<void> {
  const [row] = await database
    .select({ visibility: organizations.metricsVisibility })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  if (row?.visibility === 'DISABLED') throw new Failure('FORBIDDEN', issue('metricsDisabled'));
}

/** The metrics of an organization, or of one of its brands, in a range of time. */
export async function organizationFigures(
  database: Database,
  organizationId: number,
  { brandSlug, ...period }: Period & { readonly brandSlug?: string | undefined },
): Promise<Figures> {
  const range = openRange(period);
  const brand = (column: SQL): SQL => (brandSlug === undefined ? sql`true` : sql`${column} = ${brandSlug}`);
  const mine = sql`organization_id = ${organizationId} and ${brand(sql`brand_slug`)}`;
  const newThreats = sql`threats join assets on assets.id = threats.asset_id
    where threats.organization_id = ${organizationId} and ${brand(sql`threats.brand_slug`)} and ${within(sql`threats.blocked_at`, range)}`;
  const [counts] = await rowsOf<Counts>(
    database,
    sql`select (select count(*)::int from ${newThreats}) as "newThreats",
      (select count(*)::int from ${newThreats} and assets.watched_at is not null) as "threatsWatchlisted",
      (select count(*)::int from takedowns where ${mine} and ${within(sql`created_at`, range)}) as "takedownsFiled",
      (select count(*)::int from takedowns where ${mine} and ${within(sql`completed_at`, range)}
        and status = 'COMPLETED') as "takedownsCompleted"`,
  );
  const blockedByType = await rowsOf<{ type: AssetType; count: number }>(
    database,
    sql`select assets.type, count(*)::int as count from ${newThreats} group by 1 order by 2 desc, 1`,
  );
  const blockedByDay = await rowsOf<{ date: string; count: number }>(
    database,
    sql`select to_char(threats.blocked_at at time zone 'utc', 'YYYY-MM-DD') as date, count(*)::int as count
      from ${newThreats} group by 1 order by 1`,
  );
  const reports =
    brandSlug === undefined
      ? await reportTotal(database, organizationId, period)
      : await brandReports(database, organizationId, brandSlug, range);
  return { metrics: { reports, ...counts!, ...byFamily(blockedByType) }, blockedByType, blockedByDay };
}

function byFamily(byType: Figures['blockedByType']) {
  const of = (...types: AssetType[]) =>
    byType.reduce((sum, { type, count }) => (types.some((one) => one === type) ? sum + count : sum), 0);
  const [domainThreats, twitterThreats, telegramThreats] = [of('URL', 'PAGE'), of('TWITTER'), of('TELEGRAM')];
  const all = byType.reduce((sum, { count }) => sum + count, 0);
  const otherThreats = all - domainThreats - twitterThreats - telegramThreats;
  return { domainThreats, twitterThreats, telegramThreats, otherThreats };
}

async function brandReports(database: Database, organizationId: number, brandSlug: string, range: Range) {
  const [row] = await rowsOf<{ count: number }>(
    database,
    sql`select count(*)::int as count from reports where organization_id = ${organizationId}
      and ${within(sql`created_at`, range)} and exists (
        select from report_assets where report_assets.report_id = reports.id and report_assets.brand_slug = ${brandSlug})`,
  );
  return row!.count;
}
