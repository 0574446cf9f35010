import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema/index.ts';

/** The database as the service uses it: the same for the embedded engine, a PostgreSQL server, and inside a transaction. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;
