import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type Database, rowsOf } from '../database/database.ts';
import { JOB_KINDS, type JobKind, jobs } from '../database/schema/job.ts';

export type Job = Pick<typeof jobs.$inferSelect, 'id' | 'subject' | 'lane' | 'payload' | 'attempts'> & {
  readonly claim: string;
};

type JobOrder = Pick<typeof jobs.$inferInsert, 'kind' | 'subject' | 'payload' | 'dueAt'>;

/** Orders a job, in the transaction of its reason. */
export async function addJob(transaction: Database, order: JobOrder): Promise<void> {
  await transaction.insert(jobs).values(order);
}

/** Orders standing work, unless it is ordered: one job for each kind. Writes nothing then, not even the next number. */
export async function addStandingJob(database: Database, kind: JobKind): Promise<void> {
  const isMissing = sql`not exists (select from jobs where kind = ${kind} and subject = ${kind})`;
  await database.execute(
    sql`insert into jobs (kind, subject) select ${kind}, ${kind} where ${isMissing} on conflict do nothing`,
  );
}

/** Makes a job due that waits for another one. */
export async function releaseJob(transaction: Database, kind: JobKind, subject: string): Promise<void> {
  await transaction
    .update(jobs)
    .set({ dueAt: sql`now()` })
    .where(and(eq(jobs.kind, kind), eq(jobs.subject, subject), isNull(jobs.dueAt)));
}

export type ClaimOrder = {
  readonly most: number;
  /** Time after which another process may claim the job. */
  readonly claimMs: number;
  /** The lanes from which jobs are taken now, as rows of one column `lane`, and the most jobs of each. Default: jobs have no lanes. */
  readonly lanes?: { readonly of: SQL; readonly most: number };
};

/** Claims due jobs, the longest waiting first, which no other process gets before the claim ends. */
export async function claimJobs(database: Database, kind: JobKind, order: ClaimOrder): Promise<Job[]> {
  const { most, claimMs, lanes = { of: sql`select 0 as lane`, most } } = order;
  const claim = randomUUID();
  const rows = await rowsOf<Omit<Job, 'claim' | 'id'> & { readonly id: number | string }>(
    database,
    sql`with due as materialized (
        select due.id from (${lanes.of}) lanes
        cross join lateral (
          select id from jobs
          where kind = ${kind} and jobs.lane = lanes.lane and failed_at is null and due_at <= now()
          order by due_at, id limit ${lanes.most} for update skip locked) due
        limit ${most})
      update jobs set claim = ${claim}, attempts = attempts + 1,
        due_at = ${after(claimMs)}
      from due where jobs.id = due.id
      returning jobs.id, subject, lane, payload, attempts`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id), claim })).sort((one, other) => one.id - other.id);
}

const isOurs = ({ id, claim }: Job) => and(eq(jobs.id, id), eq(jobs.claim, claim), isNull(jobs.failedAt));

const after = (ms: number): SQL => sql`now() + make_interval(secs => ${ms / 1000}::float8)`;

/** Keeps a claim while the work goes on. */
export async function renewJob(database: Database, job: Job, claimMs: number): Promise<void> {
  await database
    .update(jobs)
    .set({ dueAt: after(claimMs) })
    .where(isOurs(job));
}

/** Deletes a job that is done. False if another process has claimed it meanwhile. */
export async function endJob(transaction: Database, job: Job): Promise<boolean> {
  return (await transaction.delete(jobs).where(isOurs(job)).returning({ id: jobs.id })).length > 0;
}

/**
 * Records a failed attempt. @param retryMs null after the last @returns false if another process has claimed the job
 */
export const postponeJob = (transaction: Database, job: Job, problem: string, retryMs: number | null) =>
  change(transaction, job, {
    problem,
    ...(retryMs === null ? { failedAt: sql`now()` } : { dueAt: after(retryMs), claim: null }),
  });

/** Makes standing work that is done due again. @returns as {@link postponeJob} */
export const repeatJob = (transaction: Database, job: Job, pauseMs: number): Promise<boolean> =>
  change(transaction, job, { problem: null, dueAt: after(pauseMs), claim: null, attempts: 0 });

async function change(transaction: Database, job: Job, values: PgUpdateSetSource<typeof jobs>): Promise<boolean> {
  const rows = await transaction.update(jobs).set(values).where(isOurs(job)).returning({ id: jobs.id });
  return rows.length > 0;
}

export const JOB_STATES = ['failed', 'running', 'waiting'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Conditions for the states, on the table of jobs. */
export const IN_STATE: Readonly<Record<JobState, SQL>> = {
  failed: sql`${jobs.failedAt} is not null`,
  running: sql`(${jobs.failedAt} is null and ${jobs.claim} is not null and ${jobs.dueAt} > now())`,
  waiting: sql`(${jobs.failedAt} is null and (${jobs.claim} is null or ${jobs.dueAt} <= now()))`,
};

/** How many jobs of each kind are in each state. */
export async function countJobs(database: Database) {
  const counted = (state: JobState) => sql<number>`(count(*) filter (where ${IN_STATE[state]}))::int`;
  const rows = await database
    .select({ kind: jobs.kind, failed: counted('failed'), running: counted('running'), waiting: counted('waiting') })
    .from(jobs)
    .groupBy(jobs.kind);
  return JOB_KINDS.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, failed: 0, running: 0, waiting: 0 });
}

const MAX_SHOWN = 200;

/** Jobs in a state, the newest first; at most 200. */
export const readJobs = (database: Database, state: JobState) =>
  database.select().from(jobs).where(IN_STATE[state]).orderBy(desc(jobs.id)).limit(MAX_SHOWN);

/** Makes a job that failed for good due again, with all its attempts. False where there is none. */
export async function retryFailedJob(transaction: Database, id: number): Promise<boolean> {
  const rows = await transaction
    .update(jobs)
    .set({ failedAt: null, claim: null, attempts: 0, dueAt: sql`now()` })
    .where(and(eq(jobs.id, id), IN_STATE.failed))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

/** Deletes a job that failed for good. False where there is none. */
export const deleteFailedJob = async (transaction: Database, id: number): Promise<boolean> =>
  (
    await transaction
      .delete(jobs)
      .where(and(eq(jobs.id, id), IN_STATE.failed))
      .returning({ id: jobs.id })
  ).length > 0;

const RETENTION_DAYS = 30;

/** Deletes what failed more than thirty days ago. */
export async function pruneJobs(database: Database): Promise<void> {
  await database.delete(jobs).where(sql`failed_at < now() - make_interval(days => ${RETENTION_DAYS}::integer)`);
}
