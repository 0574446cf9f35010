import { type SQL, sql } from 'drizzle-orm';
import type { BodyOf, ResponseOf } from '../../../../api/operation.ts';
import type { metricsBreakdown, metricsSummary } from '../../../../api/organization/metrics.ts';
import { type Database, rowsOf, storable } from '../../../database/database.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

export type Period = { readonly startDate?: string | undefined; readonly endDate?: string | undefined };
/** A range of time, both ends included; null: open. */
export type Range = { readonly start: Date | null; readonly end: Date | null };

/** The range of a request, open where it names no date. */
export const openRange = ({ startDate, endDate }: Period): Range => ({
  start: startDate === undefined ? null : storable(startDate),
  end: endDate === undefined ? null : storable(endDate),
});

/** The range of a request; 30 days up to its end, or to `now` (ms since epoch), where it names no date. */
function closedRange({ startDate, endDate }: Period, now: number): { readonly start: Date; readonly end: Date } {
  const end = endDate === undefined ? new Date(now) : storable(endDate);
  const start = startDate === undefined ? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS).toISOString() : startDate;
  return { start: storable(start), end };
}

/** Whether a moment lies in a range. */
export const within = (column: SQL, { start, end }: Range): SQL =>
  sql`(${start === null ? sql`true` : sql`${column} >= ${start.toISOString()}::timestamptz`}
    and ${end === null ? sql`true` : sql`${column} <= ${end.toISOString()}::timestamptz`})`;

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

type By = BodyOf<typeof metricsBreakdown>['by'];
type Table = 'reports' | 'threats' | 'detections' | 'takedowns';

const MOMENTS: Readonly<Record<Table, string>> = {
  reports: 'reports.created_at',
  threats: 'threats.blocked_at',
  detections: 'detections.created_at',
  takedowns: 'takedowns.created_at',
};
const TABLES = Object.keys(MOMENTS) as Table[];

/** The key of a counted row, and the joins that it needs. A report counts once under each of its keys. */
const keyOf = (by: By, table: Table): { readonly key: string; readonly join: string } => {
  if (by === 'day') return { key: `to_char(${MOMENTS[table]} at time zone 'utc', 'YYYY-MM-DD')`, join: '' };
  if (by === 'assetType')
    return table === 'reports'
      ? { key: 'kinds.type', join: 'cross join unnest(reports.asset_types) as kinds (type)' }
      : { key: 'assets.type', join: `join assets on assets.id = ${table}.asset_id` };
  if (table === 'detections') return { key: 'null::text', join: '' };
  return table === 'reports'
    ? { key: 'report_assets.brand_slug', join: 'join report_assets on report_assets.report_id = reports.id' }
    : { key: `${table}.brand_slug`, join: '' };
};

/**
 * The totals of each day, asset type or brand in a range of time, in the order of the keys. `now` in ms since epoch.
 * Only constants of this file become part of the statement as they stand.
 */
export async function breakdown(
  database: Database,
  organizationId: number,
  { by, ...period }: Period & { readonly by: By },
  now: number,
): Promise<ResponseOf<typeof metricsBreakdown>['rows']> {
  const range = closedRange(period, now);
  const parts = TABLES.map((table) => countedRows(by, table, organizationId, range));
  const counts = TABLES.map((table) => sql.raw(`count(distinct id) filter (where kind = '${table}')::int as ${table}`));
  return rowsOf(
    database,
    sql`select key, ${sql.join(counts, sql`, `)} from (${sql.join(parts, sql` union all `)}) found
      where key is not null group by key order by key`,
  );
}

function countedRows(by: By, table: Table, organizationId: number, range: Range): SQL {
  const { key, join } = keyOf(by, table);
  return sql`${sql.raw(`select '${table}' as kind, ${key} as key, ${table}.id from ${table} ${join}`)}
    where ${sql.raw(table)}.organization_id = ${organizationId} and ${within(sql.raw(MOMENTS[table]), range)}`;
}
