import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type Database, rowsOf } from '../../../database/database.ts';
import { listImports, type SOURCE_TASKS, sources } from '../../../database/schema/import.ts';
import { jobs } from '../../../database/schema/job.ts';
import { IN_STATE } from '../../../jobs/queue.ts';
import { ImportRefused, type SourcePolicy } from '../format/entry.ts';
import { NOT_UNDERSTOOD } from '../reason.ts';

export type Source = typeof sources.$inferSelect;
export type SourceTask = (typeof SOURCE_TASKS)[number];

export type NewSource = Pick<typeof sources.$inferInsert, 'name' | 'format' | 'kind' | 'everySeconds' | 'checksumUrl'> &
  Partial<SourceRules> & { readonly origin: string; readonly headers?: Uint8Array | null };

export type SourceRules = Pick<Source, 'everySeconds'> & SourcePolicy;

/** Before the first attempt after a failure; doubled by each further one, up to an hour or the source's own period. */
const RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 3_600;

const nextRank = sql`(select coalesce(max(rank), 0) + 1 from sources)`;
const lockOrder = (transaction: Database) => transaction.execute(sql`lock table sources in share row exclusive mode`);

/**
 * Adds a list that is fetched, as the least trusted one; or gives an address to one that was imported by hand.
 * @param isTaken whether it is imported from now on, at once; otherwise a process makes a preview of it
 * @throws ImportRefused when this origin is fetched already, or another one feeds the same source: each would lift what the other lists
 */
export async function addSource(database: Database, source: NewSource, isTaken = true): Promise<Source> {
  return database.transaction(async (transaction) => {
    await lockOrder(transaction);
    const { origin, name } = source;
    for (const other of await listSources(transaction)) {
      if (other.origin === origin)
        throw new ImportRefused(`${origin} is the source ${other.name} already: /desk/sources ends that`);
      if (other.name === name && other.origin !== null)
        throw new ImportRefused(
          `The source ${name} has another address already: give this list another name with --source, or each would lift what the other lists`,
        );
    }
    const begin = isTaken ? { takenAt: sql`now()` } : { task: 'PREVIEW' as const };
    const [row] = await transaction
      .insert(sources)
      .values({ ...source, ...begin, rank: nextRank })
      .onConflictDoUpdate({ target: sources.name, set: { ...source, ...begin, nextRunAt: sql`now()`, ...NEW_STATE } })
      .returning();
    return row!;
  });
}

const NO_VALIDATORS = { etag: null, lastModified: null, digest: null };
const NEW_STATE = { ...NO_VALIDATORS, failures: 0, failingSince: null, problem: null };

/** Gives lists that are imported by hand their places, after all others. */
export async function ensureSources(database: Database, names: readonly string[]): Promise<void> {
  for (const name of names)
    await database.transaction(async (transaction) => {
      if ((await transaction.$count(sources, eq(sources.name, name))) > 0) return;
      await lockOrder(transaction);
      await transaction.insert(sources).values({ name, rank: nextRank }).onConflictDoNothing();
    });
}

export type ListedSource = Source & { readonly isRunning: boolean };

/** All sources, the most trusted first. */
export const listSources = (database: Database): Promise<ListedSource[]> =>
  database
    .select({
      ...getTableColumns(sources),
      isRunning: sql<boolean>`exists (select from ${jobs}
        where kind = 'import' and subject = sources.id::text and ${IN_STATE.running})`,
    })
    .from(sources)
    .orderBy(asc(sources.rank), asc(sources.id));

/** How many entries each source has, by its name; those that expired are not counted. */
export async function entryCounts(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ source: string; count: number }>(
    database,
    sql`select source, count(*)::int as count from list_memberships where expired_at is null group by source`,
  );
  return new Map(rows.map(({ source, count }) => [source, count]));
}

/** Ends the fetching of a source; what it listed stays, and so does its place in the order of trust while it has entries. */
export async function removeSource(database: Database, id: number): Promise<void> {
  const [row] = await database
    .update(sources)
    .set({ origin: null, headers: null, checksumUrl: null, task: null, preview: null, ...NEW_STATE })
    .where(eq(sources.id, id))
    .returning();
  if (row)
    await database.execute(
      sql`delete from sources where id = ${id} and not exists (select from list_memberships where source = ${row.name})`,
    );
}

const isDue = sql`(task is not null
  or (origin is not null and taken_at is not null and paused_at is null and next_run_at <= now()))`;

/** Orders a job for each source that has something to do; what a person asks for comes first. */
export async function orderDueSources(database: Database): Promise<void> {
  await database.execute(sql`insert into jobs (kind, subject, due_at)
    select 'import', id::text, case when task is null then next_run_at else to_timestamp(0) end from sources where ${isDue}
    on conflict (kind, subject) do nothing`);
}

/** A source that has something to do; null where another process has done it meanwhile. */
export async function dueSource(database: Database, id: number): Promise<Source | null> {
  const [row] = await database
    .select()
    .from(sources)
    .where(and(eq(sources.id, id), isDue));
  return row ?? null;
}

/** Asks the next free process to do something with a source. RUN and FORCE also begin or go on with its imports. */
export async function orderTask(database: Database, id: number, task: SourceTask): Promise<void> {
  const begin = { pausedAt: null, takenAt: sql`coalesce(taken_at, now())`, preview: null, ...NO_VALIDATORS };
  await database
    .update(sources)
    .set({ task, ...(task === 'RUN' || task === 'FORCE' ? begin : {}) })
    .where(eq(sources.id, id));
}

/** Changes how the entries of a source count, from its next run on, also where its list is as before. */
export async function setRules(database: Database, id: number, rules: SourceRules): Promise<void> {
  const { everySeconds, takesAllowed, graceDays, expireDays, minConfidence } = rules;
  await database
    .update(sources)
    .set({ everySeconds, takesAllowed, graceDays, expireDays, minConfidence, ...NO_VALIDATORS })
    .where(eq(sources.id, id));
}

/** The validators of an origin's last answer (RFC 9110 section 8.8) and the SHA-256 of its bytes. */
export type OriginState = Pick<Source, 'etag' | 'lastModified' | 'digest'>;

/** Records a success and the next due time. */
export async function recordSuccess(database: Database, id: number, state: OriginState): Promise<void> {
  await endTask(database, id, {
    ...state,
    nextRunAt: sql`now() + make_interval(secs => every_seconds)`,
    lastSuccessAt: sql`now()`,
    failures: 0,
    failingSince: null,
    problem: null,
  });
}

/** Records that a task is done. @param more what else has changed */
export async function endTask(
  database: Database,
  id: number,
  more: PgUpdateSetSource<typeof sources> = {},
): Promise<void> {
  await database
    .update(sources)
    .set({ task: null, ...more })
    .where(eq(sources.id, id));
}

/** Records a failure. The next attempt comes after 1, 2, 4 … minutes, at most a period, or after `waitSeconds`. */
export async function recordFailure(database: Database, id: number, problem: string, waitSeconds = 0): Promise<void> {
  const retry = sql`least(${RETRY_SECONDS} * power(2, least(failures, 10)), ${MAX_RETRY_SECONDS}, every_seconds)`;
  await endTask(database, id, {
    nextRunAt: sql`now() + make_interval(secs => greatest(${retry}, ${waitSeconds}))`,
    failures: sql`failures + 1`,
    failingSince: sql`coalesce(failing_since, now())`,
    problem,
  });
}

/** Pauses a source whose import was undone. @returns whether it would have been fetched again by itself */
export async function pauseSource(database: Database, name: string): Promise<boolean> {
  const rows = await database
    .update(sources)
    .set({ pausedAt: sql`now()` })
    .where(and(eq(sources.name, name), isNotNull(sources.origin), isNull(sources.pausedAt)))
    .returning({ id: sources.id });
  return rows.length > 0;
}

/** How many sources fail, and how old the oldest success is of those that are to run; seconds, null without any. */
export async function sourceHealth(
  database: Database,
): Promise<{ readonly failing: number; readonly oldestSeconds: number | null }> {
  const fetched = (await listSources(database)).filter(({ origin, takenAt }) => origin !== null && takenAt !== null);
  const ages = fetched
    .filter(({ pausedAt }) => pausedAt === null)
    .map(({ lastSuccessAt, takenAt }) => (Date.now() - (lastSuccessAt ?? takenAt!).getTime()) / 1_000);
  return {
    failing: fetched.filter(({ failingSince }) => failingSince !== null).length,
    oldestSeconds: ages.length === 0 ? null : Math.max(0, ...ages),
  };
}

/** How many entries the newest import of each source took, skipped and did not understand. */
export async function lastImports(database: Database) {
  const rows = await database
    .selectDistinctOn([listImports.source], { source: listImports.source, report: listImports.report })
    .from(listImports)
    .where(sql`outcome = 'DONE' and (report ->> 'read')::integer > 0`)
    .orderBy(listImports.source, desc(listImports.id));
  return rows.flatMap(({ source, report }) => {
    if (report === null) return [];
    const taken = report.blocked + report.allowed;
    const strange = report.skipped.filter(([reason]) => NOT_UNDERSTOOD.some((one) => one === reason));
    const not_understood = strange.reduce((sum, [, { count }]) => sum + count, 0);
    return [{ source, counts: { taken, skipped: report.read - taken - not_understood, not_understood } }];
  });
}
