import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SCHEMA, type Schema } from './migration.ts';

/** For tests: the schema of a later version, with one step more. */
export async function laterSchema(statement: string, oldestReader: number): Promise<Schema> {
  const folder = await mkdtemp(join(tmpdir(), 'wary-schema-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(SCHEMA.folder, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] };
  const last = journal.entries.at(-1)!;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: 'later' });
  await writeFile(path, JSON.stringify(journal));
  await writeFile(join(folder, 'later.sql'), statement);
  return { folder, oldestReader };
}
