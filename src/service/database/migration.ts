import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { type MigrationConfig, readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, rowsOf } from './database.ts';
import { Refused } from './refused.ts';

/** The steps of a schema. A service that knows the first `oldestReader` of them can work with all. */
export type Schema = { readonly folder: string; readonly oldestReader: number };

/** The steps that this version knows. Add one to `oldestReader` for every step that an older service cannot work with. */
export const SCHEMA: Schema = { folder: fileURLToPath(new URL('./migrations', import.meta.url)), oldestReader: 1 };

/** Runs drizzle's migrator on a database; all missing steps are one transaction. */
export type Migrate = (config: MigrationConfig) => Promise<void>;

/** The data is of another version of the service; the message says which. */
export class SchemaRefused extends Refused {
  override readonly name = 'SchemaRefused';
}

/**
 * Applies missing steps, or none if one fails. @throws SchemaRefused when this version cannot work with the database
 */
export async function migrateForward(database: Database, migrate: Migrate, schema = SCHEMA): Promise<void> {
  if (await isCurrent(database, schema)) return;
  await migrate({ migrationsFolder: schema.folder, migrationsSchema: 'public', migrationsTable: 'migrations' });
  const readers = `${stepsOf(schema).length} ${schema.oldestReader}`;
  await database.execute(sql.raw(`comment on table migrations is '${readers}'`));
}

/** Whether no step is missing. Changes nothing. @throws SchemaRefused when not even migrating would help */
export async function isCurrent(database: Database, schema = SCHEMA): Promise<boolean> {
  const [table] = await rowsOf<{ readers: string | null }>(
    database,
    sql`select obj_description(oid) as readers from pg_class where oid = to_regclass('migrations')`,
  );
  if (!table) return false;
  const known = stepsOf(schema);
  const rows = await rowsOf<{ hash: string }>(database, sql`select hash from migrations`);
  const applied = rows.map(({ hash }) => hash);
  const isComplete = known.every((hash) => applied.includes(hash));
  if (applied.every((hash) => known.includes(hash))) return isComplete;
  if (!isComplete)
    throw new SchemaRefused(
      'The data was made by another version of the service. Nothing was changed. Start that version.',
    );
  // Without the comment, a newer service is migrating at this moment.
  const [steps, oldest] = (table.readers ?? '').split(' ').map(Number);
  if (steps === applied.length && oldest! <= known.length) return true;
  throw new SchemaRefused(
    `The data was brought to schema ${applied.length} by a newer version of the service; this version knows ${known.length}. ` +
      'Nothing was changed. Start the newer version, or restore a backup from before the upgrade.',
  );
}

const read = new WeakMap<Schema, readonly string[]>();

/** The hashes of its files, which are read once: whether the service is ready is asked all the time. */
function stepsOf(schema: Schema): readonly string[] {
  const steps = read.get(schema) ?? readMigrationFiles({ migrationsFolder: schema.folder }).map(({ hash }) => hash);
  read.set(schema, steps);
  return steps;
}
