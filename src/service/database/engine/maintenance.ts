import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../database.ts';

const INTERVAL_MS = 5_000;
const MAX_LOG_BYTES = 128 * 1_048_576;

/**
 * VACUUM and ANALYZE at the thresholds of autovacuum, and CHECKPOINT, which the embedded engine does not do by itself.
 * Each table is a statement of its own, so that others take their turn.
 */
export async function maintain(database: Database, maxLogBytes = MAX_LOG_BYTES): Promise<void> {
  const tables = await rowsOf<{ name: string; vacuum: boolean }>(
    database,
    sql`select name, n_dead_tup > 50 + 0.2 * rows or n_ins_since_vacuum > 1000 + 0.2 * rows as vacuum
      from (select quote_ident(pg_class.relname) as name, n_dead_tup, n_ins_since_vacuum, n_mod_since_analyze, last_analyze,
          greatest(pg_class.reltuples, 0) as rows
        from pg_stat_user_tables join pg_class on pg_class.oid = relid) as tables
      where (n_dead_tup > 50 + 0.2 * rows or n_ins_since_vacuum > 1000 + 0.2 * rows or n_mod_since_analyze > 50 + 0.1 * rows)
        and coalesce(last_analyze < now() - interval '1 minute', true)`,
  );
  for (const { name, vacuum } of tables)
    await database.execute(sql.raw(vacuum ? `vacuum (analyze) ${name}` : `analyze ${name}`));
  const [log] = await rowsOf<{ bytes: number | string }>(
    database,
    sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`,
  );
  if (Number(log!.bytes) > maxLogBytes) await database.execute(sql`checkpoint`);
}

/**
 * Maintains an embedded database regularly, and writes nothing while it is idle.
 * @returns ends it, after the run of the moment
 */
export function maintainRegularly(database: Database, onError: (error: unknown) => void): () => Promise<void> {
  const end = new AbortController();
  const run = async () => {
    while (await pause(INTERVAL_MS, true, { signal: end.signal }).catch(() => false))
      await maintain(database).catch(onError);
  };
  const running = run();
  return () => {
    end.abort();
    return running;
  };
}
