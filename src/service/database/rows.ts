import type { SQL } from 'drizzle-orm';
import type { Database } from './database.ts';

/** The rows of a statement written in SQL. The two drivers wrap them differently. */
export async function rowsOf<Row>(database: Database, statement: SQL): Promise<Row[]> {
  const result: unknown = await database.execute(statement);
  return Array.isArray(result) ? (result as Row[]) : (result as { rows: Row[] }).rows;
}
