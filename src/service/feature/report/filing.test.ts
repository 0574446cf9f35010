import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../database/database.fixture.ts';
import type { Database } from '../../database/database.ts';
import { fileReport } from './filing.ts';
import { readProposed } from './proposed.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
}, 60_000);
afterAll(() => opened.close());

/** How many statements a report of this many assets takes. */
async function statementsOf(count: number): Promise<number> {
  let statements = 0;
  const assets = Array.from({ length: count }, (_, index) => ({
    content: `https://a${index}.of-${count}.example/path/to?page=${index}`,
    status: 'BLOCKED' as const,
  }));
  await opened.database.transaction(async (transaction) => {
    const metered = new Proxy<Database>(transaction, {
      get(target, name, receiver) {
        if (['execute', 'select', 'selectDistinct', 'insert', 'update', 'delete'].includes(String(name)))
          statements += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const read = await readProposed(metered, null, assets);
    await fileReport(metered, { apiKeyId: null, organization: null, isPublic: true, source: 'APP' }, { assets }, read);
  });
  return statements;
}

it('a report of a hundred assets asks the database no more often than a report of one', async () => {
  const one = await statementsOf(1);
  expect(one).toBeGreaterThan(5);
  expect(await statementsOf(100)).toBe(one);
});
