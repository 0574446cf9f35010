import { type SQL, sql } from 'drizzle-orm';
import type { ResponseOf } from '../../../api/operation.ts';
import { AGE_BUCKETS, type queuesSnapshot } from '../../../api/organization/queue.ts';
import { type Database, rowsOf } from '../../database/database.ts';

const HOUR = 3_600_000;

/** A report is due for review this long after its creation. */
export const REVIEW_HOURS = 24;
/** A takedown is due this long after its creation. */
const TAKEDOWN_HOURS = 7 * 24;

export const dueAt = (createdAt: Date, hours: number): Date => new Date(createdAt.getTime() + hours * HOUR);

/** Whether it ended after it was due, or is open and overdue. `now` in ms since epoch. */
export const isBreached = (due: Date, endedAt: Date | null, now: number): boolean =>
  (endedAt?.getTime() ?? now) > due.getTime();

type Queue = ResponseOf<typeof queuesSnapshot>['reviews'];

/** End of each bucket of {@link AGE_BUCKETS} in hours; the last one has none. */
const BUCKET_ENDS = [1, 4, 24, 7 * 24] as const;

/** The queues of those of these organizations whose reviewing is on. */
export async function queuesOf(database: Database, organizationIds: readonly number[], windowHours: number) {
  const mine = sql`organization_id in (select id from organizations where reviewing_active and id in (
    select value::int from json_array_elements_text(${JSON.stringify(organizationIds)}::text::json)))`;
  const reports = sql`reports where ${mine} and status <> 'CLOSED'`;
  const takedowns = sql`takedowns where ${mine} and status not in ('COMPLETED', 'CANCELLED')`;
  return {
    reviews: await queueOf(database, reports, REVIEW_HOURS, windowHours),
    takedowns: await queueOf(database, takedowns, TAKEDOWN_HOURS, windowHours),
  };
}

async function queueOf(database: Database, waiting: SQL, dueHours: number, windowHours: number): Promise<Queue> {
  const ends = sql.join(
    BUCKET_ENDS.map((hours) => sql`${hours}::float8`),
    sql`, `,
  );
  const rows = await rowsOf<{ bucket: number; total: number; breached: number; soon: number }>(
    database,
    sql`select width_bucket(hours, array[${ends}]) as bucket, count(*)::int as total,
        count(*) filter (where hours > ${dueHours}::float8)::int as breached,
        count(*) filter (where hours <= ${dueHours}::float8 and hours > ${dueHours - windowHours}::float8)::int as soon
      from (select (extract(epoch from now() - created_at) / 3600)::float8 as hours from ${waiting}) waiting group by 1`,
  );
  const sum = (name: 'total' | 'breached' | 'soon') => rows.reduce((all, row) => all + row[name], 0);
  const [total, breached, dueSoon] = [sum('total'), sum('breached'), sum('soon')];
  return {
    total,
    sla: { ok: total - breached - dueSoon, dueSoon, breached },
    ages: AGE_BUCKETS.map((bucket, index) => ({
      bucket,
      count: rows.find((row) => row.bucket === index)?.total ?? 0,
    })),
  };
}
