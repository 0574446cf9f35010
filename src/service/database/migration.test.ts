import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { overEmbedded } from './connection.ts';
import { openTestDatabase, type TestDatabase } from './database.fixture.ts';
import { type Database, rowsOf } from './database.ts';
import { knownMigrations, type Migration, migrateForward, requireReadable, SchemaRefused } from './migration.ts';

const known = knownMigrations();
/** A step of a later version. @param oldestReader how many steps a service must know to work after it */
const later = (oldestReader: number, ...statements: readonly string[]): Migration => ({
  statements: ['alter table organizations add column later integer', ...statements],
  hash: `later ${statements.length}`,
  oldestReader,
});

let opened: TestDatabase;
beforeEach(async () => {
  opened = await openTestDatabase();
});
afterEach(() => opened.close());

const columns = (database: Database) =>
  rowsOf<{ name: string }>(
    database,
    sql`select column_name as name from information_schema.columns where table_name = 'organizations' and column_name = 'later'`,
  );
/** What a service of this version does with its data. */
async function work(database: Database): Promise<void> {
  await migrateForward(database);
  await database.execute(sql`insert into organizations (name, slug) values ('Acme', 'acme')`);
}

describe('an upgrade of the schema', () => {
  it('that fails leaves the schema to the previous version', async () => {
    const failing = later(0, 'insert into nowhere values (1)');
    await expect(migrateForward(opened.database, [...known, failing])).rejects.toThrow();
    expect(await columns(opened.database)).toEqual([]);
    await work(opened.database);
    await migrateForward(opened.database, [...known, later(0)]);
    expect(await columns(opened.database)).toEqual([{ name: 'later' }]);
  });

  it('that allows it can be used by the previous version beside the new one', async () => {
    const newer = [...known, later(known.length)];
    await migrateForward(opened.database, newer);
    await requireReadable(opened.database);
    await work(opened.database);
    await migrateForward(opened.database, newer);
    expect(await columns(opened.database)).toEqual([{ name: 'later' }]);
  });

  it('that the previous version cannot use is refused by it without a change', async () => {
    const last: Migration = { statements: ['select 1'], hash: 'last', oldestReader: known.length + 2 };
    await migrateForward(opened.database, [...known, later(known.length), last]);
    for (const attempt of [migrateForward, requireReadable])
      await expect(attempt(opened.database)).rejects.toThrow(
        `brought to schema ${known.length + 2} by a newer version of the service, which can be read from schema ${known.length + 2} on; this version knows ${known.length}`,
      );
  });

  it('takes no service from an organization, and public reports out of what it has to review', async () => {
    const client = await PGlite.create();
    try {
      const database = await overEmbedded(client);
      const before = known.findIndex(({ statements }) =>
        statements.some((one) => one.includes('"reporting_active" = true')),
      );
      await migrateForward(database, known.slice(0, before));
      await client.exec(`insert into organizations (name, slug) values ('Acme', 'acme');
        insert into api_keys (hash, kind, scopes, label) values ('\\x00', 'organization', '{protect,report}', 'build'),
          ('\\x01', 'organization', '{report,read}', 'staff');
        insert into assets (type, content, digest) values ('URL', 'scam.example', '\\x00');
        insert into reports (organization_id, api_key_id) values (1, 1), (1, 2);
        insert into proposals (report_id, asset_id, proposed_status) values (1, 1, 'BLOCKED'), (2, 1, 'BLOCKED')`);
      const reviewed = sql`select id::int from reports where needs_customer_review order by id`;
      expect(await rowsOf(database, reviewed)).toEqual([{ id: 1 }, { id: 2 }]);
      await migrateForward(database);
      expect(await rowsOf(database, reviewed)).toEqual([{ id: 2 }]);
      const services = sql`select reporting_active, reviewing_active, protection_active, takedowns_active, detection_active
        from organizations`;
      expect(Object.values((await rowsOf(database, services))[0]!)).toEqual([true, true, true, true, true]);
    } finally {
      await client.close();
    }
  });

  it('runs once for processes that start together', async () => {
    const newer = [...known, later(known.length)];
    await Promise.all([1, 2, 3].map(() => migrateForward(opened.database, newer)));
    expect(await columns(opened.database)).toEqual([{ name: 'later' }]);
  });

  it('of another branch of versions is refused', async () => {
    const other = known.map((step, position) => (position === known.length - 1 ? { ...step, hash: 'other' } : step));
    await expect(migrateForward(opened.database, other)).rejects.toThrow(SchemaRefused);
  });
});
