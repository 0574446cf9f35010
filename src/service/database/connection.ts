import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { Database } from './database.ts';
import { migrateForward, SchemaRefused } from './migration.ts';
import * as schema from './schema/index.ts';
import { keepPlans } from './statement-cache.ts';

/** Where the data is, unless it is in a folder of this machine: in memory, or on a PostgreSQL server. */
export type DatabaseLocation = { readonly kind: 'memory' } | { readonly kind: 'server'; readonly url: string };

export type OpenDatabase = { readonly database: Database; readonly close: () => Promise<void> };

export type EmbeddedDatabase = OpenDatabase & {
  /** Runs work while the engine does nothing, so that its files stay as they are. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Connections to a PostgreSQL server. One process answers thousands of small queries a second over these. */
const POOL_SIZE = 10;
/**
 * What no request may exceed, in milliseconds: a statement, and a transaction in which nothing happens because its process hangs
 * and holds its locks. The planner takes a bucket of a million entries for a ninth of the table, and would spend a fifth of a
 * second on compiling a statement that runs for half a millisecond.
 */
const CONNECTION = {
  application_name: 'wary',
  jit: 'off',
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;

/**
 * Opens the database and brings its tables to this version.
 * @throws SchemaRefused when it belongs to a newer service
 * @throws Error when the server cannot be used; the message names the place, never a password
 */
export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  if (location.kind === 'server') return openServer(location.url);
  const { PGlite } = await import('@electric-sql/pglite');
  return embeddedDatabase(await PGlite.create());
}

/**
 * Opens the embedded engine on the files of a folder, which no other process may use, and brings its tables to this version.
 * @param isNew whether a database is made there
 * @throws SchemaRefused when it belongs to a newer service
 */
export async function openFolder(path: string, isNew: boolean): Promise<EmbeddedDatabase> {
  const { PGlite } = await import('@electric-sql/pglite');
  // The engine makes a new database over whatever is left of another.
  if (!isNew) await access(join(path, 'PG_VERSION'));
  const client = await PGlite.create(path);
  try {
    return await embeddedDatabase(client);
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** The database in an embedded engine, its tables brought to this version. */
export async function embeddedDatabase(client: PGlite): Promise<EmbeddedDatabase> {
  const database = await overEmbedded(client);
  await migrateForward(database);
  return { database, close: () => client.close(), exclusively: (work) => client.runExclusive(work) };
}

/** The database in an embedded engine, as it is. */
export async function overEmbedded(client: PGlite): Promise<Database> {
  const { drizzle } = await import('drizzle-orm/pglite');
  return drizzle({ client, schema, casing: 'snake_case' });
}

/** A database server does not answer, or not for this user; the message says where it was looked for. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
}

async function openServer(url: string): Promise<OpenDatabase> {
  const { default: postgres } = await import('postgres');
  const { drizzle } = await import('drizzle-orm/postgres-js');
  const client = postgres(url, { max: POOL_SIZE, onnotice: () => {}, connection: CONNECTION });
  try {
    const database: Database = drizzle({ client: keepPlans(client), schema, casing: 'snake_case' });
    await migrateForward(database);
    return { database, close: () => client.end({ timeout: 5 }) };
  } catch (error) {
    await client.end({ timeout: 0 });
    if (error instanceof SchemaRefused) throw error;
    const { host, pathname } = new URL(url);
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const message = reason instanceof AggregateError ? String(reason.errors[0]) : String(reason);
    throw new DatabaseUnreachable(`The database ${pathname.slice(1)} on ${host} cannot be opened: ${message}`, {
      cause: error,
    });
  }
}
