import { randomBytes } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema/index.ts';
import { serviceSecrets } from './schema/service.ts';

/** The embedded engine, a PostgreSQL server, or a transaction of either. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** The rows of an SQL statement. The two drivers wrap them differently. */
export async function rowsOf<Row>(database: Database, statement: SQL): Promise<Row[]> {
  const result: unknown = await database.execute(statement);
  return Array.isArray(result) ? (result as Row[]) : (result as { rows: Row[] }).rows;
}

/**
 * The same for hundreds of rows, which come as one JSON value: row by row they cost several times as much, above all on the way from the
 * thread of the embedded engine. Values are as JSON has them.
 */
export async function manyRowsOf<Row>(database: Database, statement: SQL): Promise<Row[]> {
  const [all] = await rowsOf<{ rows: string | null }>(
    database,
    sql`with rows as (${statement}) select json_agg(rows)::text as rows from rows`,
  );
  return JSON.parse(all!.rows ?? '[]');
}

/** The size of all data on the disk. */
export async function databaseBytes(database: Database): Promise<number> {
  const [row] = await rowsOf<{ bytes: number }>(
    database,
    sql`select pg_database_size(current_database())::float8 as bytes`,
  );
  return row!.bytes;
}

const UNIQUE_VIOLATION = '23505';

/** Handles the failure of a statement: one that failed because a value that must be unique is taken is refused. @throws that, or the error */
export const refuseTaken =
  (refusal: Error) =>
  (error: unknown): never => {
    const { cause } = error as { readonly cause?: { readonly code?: unknown } };
    throw cause?.code === UNIQUE_VIOLATION ? refusal : error;
  };

/** JavaScript and PostgreSQL both write these with a year of four digits. */
const EARLIEST = Date.parse('0001-01-02T00:00:00Z');
const LATEST = Date.parse('9999-12-30T00:00:00Z');

/** Clamps a moment of a request to what the database can hold. */
export const storable = (iso: string): Date => new Date(Math.min(LATEST, Math.max(EARLIEST, Date.parse(iso))));

/** The beginning of a text as the database can hold it, also in JSON: without NUL and half of a surrogate pair. */
export const storableText = (text: string, maxLength: number): string =>
  [...text.replace(/[\0\p{Surrogate}]/gu, '')].slice(0, maxLength).join('');

/** Advisory locks, kept until the end of the transaction. The numbers must never change their meaning. */
export const LOCKS = {
  migration: 7_201,
  /** Taken while the set of listed expressions changes, so that list edits become visible in the order of their ids. */
  listing: 7_202,
  /** Taken while list files are published. */
  publishing: 7_203,
  /** Taken while the signing key changes. */
  signing: 7_204,
  /** Shared, by transactions that commit rows of a list, and by readers of the list's horizon (function `date_at_commit` of the first migration). */
  horizon: 7_205,
  /** Taken while files are stored, so that together they never take more than their space. */
  files: 7_206,
} as const;
type Lock = (typeof LOCKS)[keyof typeof LOCKS];

/** Waits for a lock. */
export async function lock(transaction: Database, which: Lock): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${which}::bigint)`);
}

/** Takes a lock unless another process holds it. */
export async function tryLock(transaction: Database, which: Lock): Promise<boolean> {
  const [row] = await rowsOf<{ taken: boolean }>(
    transaction,
    sql`select pg_try_advisory_xact_lock(${which}::bigint) as taken`,
  );
  return row?.taken === true;
}

/** 32 random bytes by name, the same for every process on this database; made on first use. */
export async function sharedSecret(database: Database, name: string): Promise<Uint8Array> {
  await database
    .insert(serviceSecrets)
    .values({ name, value: randomBytes(32) })
    .onConflictDoNothing();
  const [row] = await database.select().from(serviceSecrets).where(eq(serviceSecrets.name, name));
  return row!.value;
}
