import type { PGlite } from '@electric-sql/pglite';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import type { Sql } from 'postgres';
import { type Database, LOCKS, lock } from './database.ts';
import { EmbeddedEngine, type EngineClient } from './engine/embedded-engine.ts';
import { isCurrent, migrateForward, SCHEMA, SchemaRefused } from './migration.ts';
import { Refused } from './refused.ts';
import * as schema from './schema/index.ts';

/** In memory, or on a PostgreSQL server. Data in a folder is opened by `openDataFolder`. */
export type DatabaseLocation = { readonly kind: 'memory' } | { readonly kind: 'server'; readonly url: string };

export type OpenDatabase = { readonly database: Database; readonly close: () => Promise<void> };

export type EmbeddedDatabase = OpenDatabase & {
  /** Runs work while the engine is paused, so that its files do not change. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
};

const POOL_SIZE = 10;
/**
 * Timeouts in milliseconds; the second one ends a transaction of a process that hangs and holds locks. No JIT: the planner overestimates
 * the rows of a bucket, and would compile for 200 ms a statement that runs for 0.5 ms.
 */
const CONNECTION_SETTINGS = {
  application_name: 'wary',
  jit: 'off',
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;

/**
 * Opens and migrates the database.
 * @throws SchemaRefused for that of a newer service, Error without a password for an unusable server
 */
export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  return location.kind === 'server' ? openServer(location.url) : embeddedDatabase(await EmbeddedEngine.open(null));
}

/** Migrates the database of an embedded engine to this version. @throws SchemaRefused when it belongs to a newer service */
export async function embeddedDatabase(client: EngineClient): Promise<EmbeddedDatabase> {
  try {
    const database = await overEmbedded(client);
    await migrateEmbedded(database);
    return { database, close: () => client.close(), exclusively: (work) => client.runExclusive(work) };
  } catch (error) {
    await client.close();
    throw error;
  }
}

export async function migrateEmbedded(database: Database, steps = SCHEMA): Promise<void> {
  const { migrate } = await import('drizzle-orm/pglite/migrator');
  await migrateForward(database, (config) => migrate(database as PgliteDatabase<typeof schema>, config), steps);
}

/** The database of an embedded engine, without migration. */
export async function overEmbedded(client: EngineClient): Promise<Database> {
  const { drizzle } = await import('drizzle-orm/pglite');
  return drizzle({ client: client as PGlite, schema, casing: 'snake_case' });
}

async function openServer(url: string): Promise<OpenDatabase> {
  const { default: postgres } = await import('postgres');
  const { drizzle } = await import('drizzle-orm/postgres-js');
  const client = postgres(url, { max: POOL_SIZE, onnotice: () => {}, connection: CONNECTION_SETTINGS });
  try {
    const database: Database = drizzle({ client: prepareRepeated(client), schema, casing: 'snake_case' });
    if (!(await isCurrent(database))) await migrateServer(url);
    return { database, close: () => client.end({ timeout: 5 }) };
  } catch (error) {
    await client.end({ timeout: 0 });
    if (error instanceof SchemaRefused) throw error;
    const { host, pathname } = new URL(url);
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const message = reason instanceof AggregateError ? String(reason.errors[0]) : String(reason);
    throw new Refused(`The database ${pathname.slice(1)} on ${host} cannot be opened: ${message}`, {
      cause: error,
    });
  }
}

/** Migrates in connections without time limits. A lock lets only one of several starting processes do so at a time. */
export async function migrateServer(url: string, steps = SCHEMA): Promise<void> {
  const { default: postgres } = await import('postgres');
  const { drizzle } = await import('drizzle-orm/postgres-js');
  const { migrate } = await import('drizzle-orm/postgres-js/migrator');
  const client = postgres(url, { max: 2, onnotice: () => {} });
  try {
    const database = drizzle({ client });
    await database.transaction(async (transaction) => {
      await lock(transaction as unknown as Database, LOCKS.migration);
      await migrateForward(database as unknown as Database, (config) => migrate(database, config), steps);
    });
  } finally {
    await client.end();
  }
}

/** As in other PostgreSQL drivers. */
const RUNS_BEFORE_PREPARE = 5;
const MAX_PREPARED = 256;

/**
 * Prepares a statement once it was run a few times, outside transactions, where a plan that a schema change invalidated
 * is silently made again. `?prepare=false` turns it off, for connection poolers that do not support it.
 */
export function prepareRepeated(client: Sql): Sql {
  if (client.options.prepare === false) return client;
  const runs = new Map<string, number>();
  let kept = 0;
  const unsafe = client.unsafe.bind(client);
  const isKept = (statement: string): boolean => {
    const before = runs.get(statement);
    if (before !== undefined && before >= RUNS_BEFORE_PREPARE) return true;
    if (kept >= MAX_PREPARED) return false;
    if (runs.size >= MAX_PREPARED * 8) runs.clear();
    const now = (before ?? 0) + 1;
    runs.set(statement, now);
    if (now === RUNS_BEFORE_PREPARE) kept += 1;
    return false;
  };
  client.unsafe = (statement, parameters, options) =>
    unsafe(statement, parameters, { ...options, prepare: (parameters?.length ?? 0) > 0 && isKept(statement) });
  return client;
}
