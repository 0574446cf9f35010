import { sql } from 'drizzle-orm';
import { bigint, index, integer, text, unique } from 'drizzle-orm/pg-core';
import { moment, tableOf } from './column.ts';

export const JOB_KINDS = ['webhook', 'scan', 'callback', 'detection', 'import', 'erasure', 'backup'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/**
 * Work beside requests, ordered in the transaction of its reason and deleted in that of its result. A process claims it
 * (`claim`) until `dueAt`. What failed for good stays (`failedAt`); standing work is due again after each end.
 */
export const jobs = tableOf(
  'jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    kind: text({ enum: JOB_KINDS }).notNull(),
    /** The row that it is about: the number of a delivery, a detection config or a source, the id of a scan; of standing work its kind. */
    subject: text().notNull(),
    /** The webhook of a delivery, because one that does not answer must not delay the others; else 0. */
    lane: integer().notNull().default(0),
    payload: text(),
    /** Null while it waits for another job. */
    dueAt: moment().defaultNow(),
    claim: text(),
    /** Number of claims: an attempt that ended with its process counts. */
    attempts: integer().notNull().default(0),
    /** Why the last attempt failed. */
    problem: text(),
    failedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    unique('jobs_subject').on(table.kind, table.subject),
    index('jobs_due').on(table.kind, table.lane, table.dueAt, table.id).where(sql`${table.failedAt} is null`),
    index('jobs_failed').on(table.failedAt).where(sql`${table.failedAt} is not null`),
  ],
);
