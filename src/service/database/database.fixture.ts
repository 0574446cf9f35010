import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { inject } from 'vitest';
import { type DatabaseLocation, embeddedDatabase, type OpenDatabase, openDatabase } from './connection.ts';
import { type Database, rowsOf } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server on which tests make databases; absent where they use the embedded engine. */
    postgresUrl?: string;
    /** The name of an empty database with its tables, on that server. */
    postgresTemplate?: string;
    /** The file of an empty embedded database. */
    embeddedDatabase?: string;
    /** Where the programs of that server are. */
    postgresPrograms?: string;
  }
}

export type TestDatabase = OpenDatabase & {
  /** A server that other processes can open too; memory where there is none. */
  readonly location: DatabaseLocation;
};

/** For tests: an empty database, on the PostgreSQL server of this run where there is one, else in memory. It is gone once closed. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  if (server === undefined) {
    const loadDataDir = await openAsBlob(inject('embeddedDatabase')!);
    // A start fills the buffers with zeros; 128 MB of them, as by default, take as long as all the rest of it.
    const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=4MB'];
    return {
      ...(await embeddedDatabase(await PGlite.create({ loadDataDir, startParams }))),
      location: { kind: 'memory' },
    };
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database "${name}" template ${inject('postgresTemplate')!}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const location = { kind: 'server', url: url.href } as const;
  const { database, close } = await openDatabase(location);
  return {
    database: withoutQueriesBesideTransactions(database),
    location,
    close: async () => {
      await close();
      await onServer(server, `drop database "${name}" with (force)`);
    },
  };
}

const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * A server's database that refuses what the embedded engine would wait for without end: who is in a transaction asks the database
 * itself instead of the transaction. A server has another connection for that, so its tests would not notice.
 */
function withoutQueriesBesideTransactions(database: Database): Database {
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' && name !== 'query') return value;
      if (current.getStore()?.isOpen)
        throw new Error(`database.${String(name)} in a transaction: the embedded engine would wait for itself`);
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
      const transaction: Database['transaction'] = (work, ...options) => {
        const scope = { isOpen: true };
        const ended = () => {
          scope.isOpen = false;
        };
        return target.transaction((inner) => current.run(scope, () => work(inner)).finally(ended), ...options);
      };
      return transaction;
    },
  });
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client.unsafe(statement);
  } finally {
    await client.end();
  }
}

/**
 * Keeps a transaction open after `work`, so that whatever needs its locks waits until it is released. The embedded engine
 * lets everything wait.
 */
export async function holding(
  database: Database,
  work: (transaction: Database) => Promise<unknown>,
): Promise<{ readonly release: () => Promise<void> }> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(async (inner) => {
      await work(inner);
      const release = async () => {
        end();
        await transaction;
      };
      resolve({ release });
      await ended;
    });
    transaction.catch(reject);
  });
}

/** How many statements wait for a lock; on the embedded engine, which has no second connection to ask, more than any number. */
export async function lockWaits(database: Database): Promise<number> {
  if (inject('postgresUrl') === undefined) return Number.POSITIVE_INFINITY;
  const [row] = await rowsOf<{ count: number }>(
    database,
    sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row!.count;
}

/** For tests: everything that a database holds, as text. */
export async function storedText(database: Database): Promise<string> {
  const tables = await rowsOf<{ name: string }>(
    database,
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const all = await Promise.all(
    tables.map(({ name }) =>
      rowsOf(database, sql`select ${sql.identifier(name)}::text as row from ${sql.identifier(name)}`),
    ),
  );
  return JSON.stringify(all);
}
