import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { overEmbedded } from '../connection.ts';
import { type Database, rowsOf } from '../database.ts';
import { EmbeddedEngine, type EngineClient } from './embedded-engine.ts';
import { maintain } from './maintenance.ts';

let client: EngineClient;
let database: Database;
beforeAll(async () => {
  client = await EmbeddedEngine.open(null);
  database = await overEmbedded(client);
  await database.execute(sql`create table things (id integer primary key, body bytea, at timestamptz)`);
}, 60_000);
afterEach(() => database.execute(sql`truncate things`));
afterAll(() => client.close());

const ids = async () =>
  (await rowsOf<{ id: number }>(database, sql`select id from things order by id`)).map(({ id }) => id);
const insert = (on: Database, id: number) => on.execute(sql`insert into things (id) values (${id})`);

describe('the embedded engine', () => {
  it('lets this thread work while a statement runs', async () => {
    let isRunning = true;
    let turns = 0;
    const slow = database.execute(sql`select pg_sleep(0.2)`).finally(() => {
      isRunning = false;
    });
    while (isRunning) {
      turns += 1;
      await turn();
    }
    await slow;
    expect(turns).toBeGreaterThan(10);
  });

  it('keeps what a transaction wrote, and nothing of one that fails', async () => {
    await database.transaction((transaction) => insert(transaction, 1));
    const failed = database.transaction(async (transaction) => {
      await insert(transaction, 2);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await ids()).toEqual([1]);
  });

  it('lets other statements wait for the end of a transaction', async () => {
    let other: Promise<number[]> | undefined;
    await database.transaction(async (transaction) => {
      await insert(transaction, 1);
      other = ids();
      await insert(transaction, 2);
    });
    expect(await other).toEqual([1, 2]);
  });

  it('says why a statement failed, and goes on', async () => {
    await insert(database, 1);
    const error = await insert(database, 1).catch((reason: unknown) => reason);
    expect((error as Error).cause).toMatchObject({ code: '23505' });
    expect(await ids()).toEqual([1]);
  });

  it('carries bytes and moments', async () => {
    const body = new Uint8Array([0, 1, 255]);
    await database.execute(sql`insert into things values (1, ${body}, '2026-01-02T03:04:05Z')`);
    const [row] = await rowsOf<{ body: Uint8Array; at: string }>(database, sql`select body, at from things`);
    expect([...row!.body]).toEqual([...body]);
    expect(new Date(row!.at).toISOString()).toBe('2026-01-02T03:04:05.000Z');
  });

  it('stands still while its files are read', async () => {
    const order: string[] = [];
    let inserted: Promise<unknown> | undefined;
    await client.runExclusive(async () => {
      inserted = insert(database, 1).then(() => order.push('inserted'));
      await turn();
      order.push('read');
    });
    await inserted;
    expect(order).toEqual(['read', 'inserted']);
  });

  it('refuses statements once it is closed', async () => {
    const other = await EmbeddedEngine.open(null);
    await other.close();
    await expect(other.query('select 1')).rejects.toThrow();
  });

  it('gets statistics, and its dead rows are removed', async () => {
    await database.execute(sql`insert into things select id from generate_series(1, 5000) as id`);
    await database.execute(sql`delete from things where id % 2 = 0`);
    await database.execute(sql`select pg_stat_force_next_flush()`);
    await maintain(database);
    const [table] = await rowsOf<{ rows: number; dead: number }>(
      database,
      sql`select reltuples::int as rows, n_dead_tup::int as dead from pg_class join pg_stat_user_tables on relid = oid
        where pg_class.relname = 'things'`,
    );
    expect(table).toEqual({ rows: 2_500, dead: 0 });
  });

  it('does not let its log grow without end', async () => {
    const written = async () => {
      const [log] = await rowsOf<{ bytes: string }>(
        database,
        sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`,
      );
      return Number(log!.bytes);
    };
    await database.execute(sql`insert into things select id from generate_series(1, 5000) as id`);
    const grown = await written();
    await maintain(database, grown - 1);
    expect(await written()).toBeLessThan(grown);
  });
});
