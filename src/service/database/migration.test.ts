import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateEmbedded, migrateServer } from './connection.ts';
import { openTestDatabase, type TestDatabase } from './database.fixture.ts';
import { rowsOf } from './database.ts';
import { laterSchema } from './later-schema.fixture.ts';
import { isCurrent, type Schema, SchemaRefused } from './migration.ts';

const COLUMN = 'alter table organizations add column later integer';

let opened: TestDatabase;
beforeEach(async () => {
  opened = await openTestDatabase();
});
afterEach(() => opened.close());

const migrate = ({ database, location }: TestDatabase, steps?: Schema) =>
  location.kind === 'server' ? migrateServer(location.url, steps) : migrateEmbedded(database, steps);
const columns = () =>
  rowsOf<{ name: string }>(
    opened.database,
    sql`select column_name as name from information_schema.columns where table_name = 'organizations' and column_name = 'later'`,
  );
/** What a service of this version does with its data. */
async function work(): Promise<void> {
  await migrate(opened);
  await opened.database.execute(sql`insert into organizations (name, slug) values ('Acme', 'acme')`);
}

describe('an upgrade of the schema', () => {
  it('that fails leaves the schema to the previous version', async () => {
    const failing = await laterSchema(`${COLUMN}--> statement-breakpoint\ninsert into nowhere values (1)`, 2);
    await expect(migrate(opened, failing)).rejects.toThrow();
    expect(await columns()).toEqual([]);
    await work();
    await migrate(opened, await laterSchema(COLUMN, 2));
    expect(await columns()).toEqual([{ name: 'later' }]);
  });

  it('that allows it can be used by the previous version beside the new one', async () => {
    const newer = await laterSchema(COLUMN, 1);
    await migrate(opened, newer);
    expect(await isCurrent(opened.database)).toBe(true);
    await work();
    await migrate(opened, newer);
    expect(await columns()).toEqual([{ name: 'later' }]);
  });

  it('that the previous version cannot use is refused by it without a change', async () => {
    await migrate(opened, await laterSchema(COLUMN, 2));
    for (const attempt of [() => migrate(opened), () => isCurrent(opened.database)])
      await expect(attempt()).rejects.toThrow(
        'brought to schema 2 by a newer version of the service; this version knows 1',
      );
  });

  it('runs once for processes that start together', async () => {
    const newer = await laterSchema(COLUMN, 1);
    const starting = opened.location.kind === 'server' ? [1, 2, 3] : [1];
    await Promise.all(starting.map(() => migrate(opened, newer)));
    expect(await columns()).toEqual([{ name: 'later' }]);
  });

  it('of another branch of versions is refused', async () => {
    const other = await laterSchema(COLUMN, 1);
    const path = join(other.folder, '0000_first.sql');
    await writeFile(path, `${await readFile(path, 'utf8')}-- Otherwise\n`);
    await expect(migrate(opened, other)).rejects.toThrow(SchemaRefused);
  });
});
