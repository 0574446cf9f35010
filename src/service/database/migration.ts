import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, LOCKS, lock, rowsOf } from './database.ts';
import { Refused } from './refused.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** One step of the schema. A service also works with newer steps, as long as each of them says so. */
export type Migration = {
  readonly statements: readonly string[];
  readonly hash: string;
  /** A service must know this many steps to work with the schema after this one. */
  readonly oldestReader: number;
};

/** The data is of another version of the service; the message says which. */
export class SchemaRefused extends Refused {
  override readonly name = 'SchemaRefused';
}

/**
 * `oldestReader` of steps, by position, that only add something optional, so that older services can work with them. After any other step
 * only a service that knows it can work.
 */
const OLDEST_READERS: Readonly<Record<number, number>> = { 5: 5, 6: 5, 8: 8, 16: 16, 18: 18 };

let steps: readonly Migration[] | undefined;

/** The steps that this service knows. */
export function knownMigrations(): readonly Migration[] {
  steps ??= readMigrationFiles({ migrationsFolder: FOLDER }).map(({ sql: statements, hash }, position) => ({
    statements,
    hash,
    oldestReader: OLDEST_READERS[position] ?? position + 1,
  }));
  return steps;
}

/**
 * Applies missing migrations in one transaction and under a lock, so that only one of several starting processes migrates. If one fails,
 * the schema does not change.
 * @throws SchemaRefused when this version cannot work with the database
 */
export async function migrateForward(
  database: Database,
  known: readonly Migration[] = knownMigrations(),
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`set local statement_timeout = 0`);
    await lock(transaction, LOCKS.migration);
    await transaction.execute(
      sql`create table if not exists migrations (position integer primary key, hash text not null, applied_at timestamptz not null default now())`,
    );
    const applied = await appliedTo(transaction);
    requireKnown(applied, known);
    if (applied.length >= known.length) return;
    await transaction.execute(sql`alter table migrations add column if not exists oldest_reader integer`);
    for (const [position, { statements, hash, oldestReader }] of known.entries()) {
      if (position < applied.length) continue;
      for (const statement of statements) await transaction.execute(sql.raw(statement));
      await transaction.execute(
        sql`insert into migrations (position, hash, oldest_reader) values (${position}, ${hash}, ${oldestReader})`,
      );
    }
  });
}

/**
 * Changes nothing.
 * @throws SchemaRefused when this version cannot work with the database, even after migrating it
 */
export async function requireReadable(
  database: Database,
  known: readonly Migration[] = knownMigrations(),
): Promise<void> {
  const [table] = await rowsOf<{ name: string | null }>(database, sql`select to_regclass('migrations')::text as name`);
  if (table?.name) requireKnown(await appliedTo(database), known);
}

type Applied = { readonly hash: string; readonly oldestReader: number | null };

/** Databases of an early version have no column `oldest_reader`. */
const appliedTo = (database: Database): Promise<Applied[]> =>
  rowsOf<Applied>(
    database,
    sql`select hash, (to_jsonb(migrations) ->> 'oldest_reader')::integer as "oldestReader" from migrations order by position`,
  );

function requireKnown(applied: readonly Applied[], known: readonly Migration[]): void {
  const unknown = applied.slice(known.length);
  const oldest = Math.max(0, ...unknown.map(({ oldestReader }, index) => oldestReader ?? known.length + index + 1));
  if (oldest > known.length)
    throw new SchemaRefused(
      `The data was brought to schema ${applied.length} by a newer version of the service, which can be read from schema ${oldest} on; ` +
        `this version knows ${known.length}. Nothing was changed. Start the newer version, or restore a backup from before the upgrade.`,
    );
  if (known.some(({ hash }, position) => applied[position] && applied[position].hash !== hash))
    throw new SchemaRefused(
      'The data was made by another version of the service. Nothing was changed. Start that version.',
    );
}
