import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { importSchedules } from '../../../database/schema/import.ts';
import { ImportRefused } from '../format/entry.ts';

/** A list that is fetched and imported regularly. */
export type ImportSchedule = typeof importSchedules.$inferSelect;

/** What the operator says about such a list. */
export type NewSchedule = Pick<ImportSchedule, 'origin' | 'format' | 'source' | 'kind' | 'everySeconds'>;

/** How long a process claims a schedule. It renews the claim while it works. */
const CLAIM_SECONDS = 120;
/** Before the first attempt after a failure; doubled by each further one, up to an hour or the schedule's own period. */
const RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 3_600;

/**
 * Schedules a list, which is due at once.
 * @returns its number
 * @throws ImportRefused when this origin is scheduled already, or another schedule feeds the same source: each would lift what the
 *   other lists
 */
export async function addSchedule(database: Database, schedule: NewSchedule): Promise<number> {
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table import_schedules in share row exclusive mode`);
    const { origin, source } = schedule;
    for (const { id, ...other } of await listSchedules(transaction)) {
      if (other.origin === origin)
        throw new ImportRefused(`${origin} is scheduled already: "imports remove ${id}" ends that`);
      if (other.source === source)
        throw new ImportRefused(
          `Schedule ${id} feeds the source ${source}: give this list another name with --source, or each would lift what the other lists`,
        );
    }
    const [row] = await transaction.insert(importSchedules).values(schedule).returning({ id: importSchedules.id });
    return row!.id;
  });
}

/** All schedules, oldest first. */
export const listSchedules = (database: Database): Promise<ImportSchedule[]> =>
  database.select().from(importSchedules).orderBy(asc(importSchedules.id));

/** Ends a schedule; what it listed stays. @returns it as it was; null when there is none */
export async function removeSchedule(database: Database, id: number): Promise<ImportSchedule | null> {
  const [row] = await database.delete(importSchedules).where(eq(importSchedules.id, id)).returning();
  return row ?? null;
}

const isFree = sql`(claimed_until is null or claimed_until <= now())`;
const claimEnd = sql`now() + make_interval(secs => ${CLAIM_SECONDS})`;

/** Claims schedules that are due, the longest waiting first, so that only one of several processes runs each. */
export const claimDueSchedules = (database: Database, most: number): Promise<ImportSchedule[]> =>
  database
    .update(importSchedules)
    .set({ claimedUntil: claimEnd })
    .where(
      sql`${importSchedules.id} in (
        select id from import_schedules where next_run_at <= now() and paused_at is null and ${isFree}
        order by next_run_at, id limit ${most} for update skip locked)`,
    )
    .returning();

/**
 * Claims one schedule, due or not, also a paused one. The state of the last answer is forgotten, so that
 * the list is imported whatever its server says.
 * @throws ImportRefused when there is none, or a process runs it now
 */
export async function claimSchedule(database: Database, id: number): Promise<ImportSchedule> {
  const [row] = await database
    .update(importSchedules)
    .set({ claimedUntil: claimEnd, pausedAt: null, etag: null, lastModified: null, digest: null })
    .where(and(eq(importSchedules.id, id), isFree))
    .returning();
  if (row) return row;
  const exists = (await database.$count(importSchedules, eq(importSchedules.id, id))) > 0;
  throw new ImportRefused(
    exists ? `Schedule ${id} is being run now` : `There is no schedule ${id}: "imports list" shows them`,
  );
}

/** Keeps a claim while the work goes on. */
export async function renewClaim(database: Database, id: number): Promise<void> {
  await database.update(importSchedules).set({ claimedUntil: claimEnd }).where(eq(importSchedules.id, id));
}

/** Releases a schedule that was not run: it stays due. */
export async function releaseSchedule(database: Database, id: number): Promise<void> {
  await database
    .update(importSchedules)
    .set({ claimedUntil: null, nextRunAt: sql`now()` })
    .where(eq(importSchedules.id, id));
}

/** The validators of an origin's last answer (RFC 9110 section 8.8) and the SHA-256 of its bytes. */
export type OriginState = Pick<ImportSchedule, 'etag' | 'lastModified' | 'digest'>;

/** Records a success and the next due time. */
export async function settleSuccess(database: Database, id: number, state: OriginState): Promise<void> {
  await database
    .update(importSchedules)
    .set({
      ...state,
      nextRunAt: sql`now() + make_interval(secs => every_seconds)`,
      claimedUntil: null,
      lastSuccessAt: sql`now()`,
      failures: 0,
      failingSince: null,
      problem: null,
    })
    .where(eq(importSchedules.id, id));
}

/**
 * Records a failure. The next attempt comes after a minute, two, four, and so on, but never later than the schedule's own period.
 * @param waitSeconds how long the origin asks to be left alone; 0 where it does not
 */
export async function settleFailure(database: Database, id: number, problem: string, waitSeconds = 0): Promise<void> {
  const retry = sql`least(${RETRY_SECONDS} * power(2, least(failures, 10)), ${MAX_RETRY_SECONDS}, every_seconds)`;
  await database
    .update(importSchedules)
    .set({
      nextRunAt: sql`now() + make_interval(secs => greatest(${retry}, ${waitSeconds}))`,
      claimedUntil: null,
      failures: sql`failures + 1`,
      failingSince: sql`coalesce(failing_since, now())`,
      problem,
    })
    .where(eq(importSchedules.id, id));
}

/** Pauses the schedules of a source whose import was undone. @returns their numbers */
export async function pauseSchedules(database: Database, source: string): Promise<number[]> {
  const rows = await database
    .update(importSchedules)
    .set({ pausedAt: sql`now()` })
    .where(and(eq(importSchedules.source, source), sql`paused_at is null`))
    .returning({ id: importSchedules.id });
  return rows.map(({ id }) => id);
}

/** How many schedules fail, and how old the oldest success is of those that are to run; seconds, null without any. */
export async function scheduleHealth(
  database: Database,
): Promise<{ readonly failing: number; readonly oldestSeconds: number | null }> {
  const schedules = await listSchedules(database);
  const ages = schedules
    .filter(({ pausedAt }) => pausedAt === null)
    .map(({ lastSuccessAt, createdAt }) => (Date.now() - (lastSuccessAt ?? createdAt).getTime()) / 1_000);
  return {
    failing: schedules.filter(({ failingSince }) => failingSince !== null).length,
    oldestSeconds: ages.length === 0 ? null : Math.max(0, ...ages),
  };
}
