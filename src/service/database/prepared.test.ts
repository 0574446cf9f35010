import { sql } from 'drizzle-orm';
import { describe, expect, inject, it } from 'vitest';
import { openDatabase } from './connection.ts';
import { openTestDatabase } from './database.fixture.ts';
import { rowsOf } from './rows.ts';

/** The embedded engine has one process and no round trips. */
describe.skipIf(inject('postgresUrl') === undefined)('a statement that is sent again', () => {
  it('is kept ready by the server, and holds when another process changes the table meanwhile', async () => {
    const { database, location, close } = await openTestDatabase();
    const other = await openDatabase(location);
    try {
      const read = () => rowsOf<Record<string, unknown>>(database, sql`select * from users where id = ${7}`);
      await database.execute(sql`insert into users (id, email, full_name) values (7, 'a@acme.test', 'Ann')`);
      const many = () => Promise.all(Array.from({ length: 60 }, read));
      expect((await many()).flat()).toHaveLength(60);
      const kept = await rowsOf<{ statement: string }>(database, sql`select statement from pg_prepared_statements`);
      expect(kept.filter(({ statement }) => statement.startsWith('select * from users'))).toHaveLength(1);
      await other.database.execute(sql`alter table users add column changed integer default 5`);
      for (const [row] of await many()) expect(row).toMatchObject({ full_name: 'Ann', changed: 5 });
    } finally {
      await other.close();
      await close();
    }
  });

  it('is not one of thousands: what is asked for in ever new words is read anew each time', async () => {
    const { database, close } = await openTestDatabase();
    try {
      for (let width = 1; width <= 700; width += 1) {
        const values = sql.join(
          Array.from({ length: width }, () => sql`${1}::int`),
          sql`, `,
        );
        const [row] = await rowsOf<{ found: boolean }>(database, sql`select 1 in (${values}) as found`);
        expect(row?.found).toBe(true);
      }
      const [kept] = await rowsOf<{ count: number }>(
        database,
        sql`select count(*)::int as count from pg_prepared_statements`,
      );
      expect(kept!.count).toBeLessThanOrEqual(500);
    } finally {
      await close();
    }
  });
});
