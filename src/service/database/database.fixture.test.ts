import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openTestDatabase } from './database.fixture.ts';

it('a query beside its own transaction, which would stop the embedded engine, is refused on a server', async () => {
  const { database, close } = await openTestDatabase();
  const beside = database.transaction(() => database.execute(sql`select 1`));
  await expect(beside).rejects.toThrow('database.execute in a transaction');
  const nested = database.transaction(() => database.transaction((inner) => inner.execute(sql`select 1`)));
  await expect(nested).rejects.toThrow('database.transaction in a transaction');
  await database.transaction((inner) => inner.transaction((innermost) => innermost.execute(sql`select 1`)));
  await database.execute(sql`select 1`);
  await close();
});
