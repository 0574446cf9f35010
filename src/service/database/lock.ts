import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { rowsOf } from './rows.ts';

/** Advisory locks of the service, each held until its transaction ends. The numbers must never change their meaning. */
export const LOCKS = {
  migration: 7_201,
  /** Held while the set of listed expressions changes, so that list edits become visible in the order of their ids. */
  listing: 7_202,
  /** Held while list files are published. */
  publishing: 7_203,
  /** Held while it is decided which key signs the list. */
  signing: 7_204,
} as const;
type Lock = (typeof LOCKS)[keyof typeof LOCKS];

/** Waits for a lock of this transaction. */
export async function lock(transaction: Database, which: Lock): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${which}::bigint)`);
}

/** Takes a lock of this transaction unless another process holds it. */
export async function tryLock(transaction: Database, which: Lock): Promise<boolean> {
  const [row] = await rowsOf<{ taken: boolean }>(
    transaction,
    sql`select pg_try_advisory_xact_lock(${which}::bigint) as taken`,
  );
  return row?.taken === true;
}
