import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Database } from './connection.ts';
import { LOCKS, lock } from './lock.ts';
import { rowsOf } from './rows.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Applies the migrations that the database lacks, in one transaction and under a lock, so that of several processes that
 * start at once one migrates and the others find it done.
 *
 * @throws Error when the database was made by another version, which this one must not touch
 */
export async function migrateForward(database: Database): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: FOLDER });
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`set local statement_timeout = 0`);
    await lock(transaction, LOCKS.migration);
    await transaction.execute(
      sql`create table if not exists migrations (position integer primary key, hash text not null, applied_at timestamptz not null default now())`,
    );
    const applied = await rowsOf<{ hash: string }>(transaction, sql`select hash from migrations order by position`);
    if (applied.some(({ hash }, position) => migrations[position]?.hash !== hash))
      throw new Error('The database was made by a newer or another version of the service. Update the service.');
    for (const [position, migration] of migrations.entries()) {
      if (position < applied.length) continue;
      for (const statement of migration.sql) await transaction.execute(sql.raw(statement));
      await transaction.execute(sql`insert into migrations (position, hash) values (${position}, ${migration.hash})`);
    }
  });
}
