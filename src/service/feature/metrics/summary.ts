import { type SQL, sql } from 'drizzle-orm';
import type { ResponseOf } from '../../../api/operation.ts';
import type { metricsSummary } from '../../../api/organization/metrics.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { closedRange, type Period, within } from './range.ts';

type Summary = ResponseOf<typeof metricsSummary>;

/** Totals of an organization in a range of time. `now` in ms since epoch. */
export async function summary(
  database: Database,
  organizationId: number,
  period: Period,
  now: number,
): Promise<Summary> {
  const range = closedRange(period, now);
  const of = (table: string, column: string): SQL =>
    sql`select count(*)::int from ${sql.identifier(table)} where organization_id = ${organizationId}
      and ${within(sql`${sql.identifier(column)}`, range)}`;
  const [totals] = await rowsOf<Summary['totals']>(
    database,
    sql`select (${of('reports', 'created_at')}) as reports,
      (${of('reports', 'created_at')} and status = 'CLOSED') as "reportsClosed",
      (${of('threats', 'blocked_at')}) as threats,
      (${of('detections', 'created_at')}) as detections,
      (${of('takedowns', 'created_at')}) as "takedownsFiled",
      (${of('takedowns', 'completed_at')}) as "takedownsCompleted",
      (${of('disputes', 'created_at')}) as disputes`,
  );
  return { startDate: range.start.toISOString(), endDate: range.end.toISOString(), totals: totals! };
}

/** How many different assets were detected or blocked as a threat. */
export async function foundThreats(database: Database, organizationId: number, period: Period, now: number) {
  const range = closedRange(period, now);
  const [row] = await rowsOf<{ count: number }>(
    database,
    sql`select count(*)::int as count from (
      select asset_id from detections where organization_id = ${organizationId} and ${within(sql`created_at`, range)}
      union
      select asset_id from threats where organization_id = ${organizationId} and ${within(sql`blocked_at`, range)}) found`,
  );
  return row!.count;
}
