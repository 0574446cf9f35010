import { type SQL, sql } from 'drizzle-orm';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import type { metricsBreakdown } from '../../../api/organization/metrics.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { closedRange, type Period, type Range, within } from './range.ts';

type By = BodyOf<typeof metricsBreakdown>['by'];
type Table = 'reports' | 'threats' | 'detections' | 'takedowns';

/** What counts, and when it happened. */
const MOMENTS: Readonly<Record<Table, string>> = {
  reports: 'reports.created_at',
  threats: 'threats.blocked_at',
  detections: 'detections.created_at',
  takedowns: 'takedowns.created_at',
};
const TABLES = Object.keys(MOMENTS) as Table[];

/** Under which key something counts, and what has to be joined to know it. A report counts under each of its keys once. */
const keyOf = (by: By, table: Table): { readonly key: string; readonly join: string } => {
  if (by === 'day') return { key: `to_char(${MOMENTS[table]} at time zone 'utc', 'YYYY-MM-DD')`, join: '' };
  if (by === 'assetType')
    return table === 'reports'
      ? { key: 'held.type', join: 'cross join unnest(reports.asset_types) as held (type)' }
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
