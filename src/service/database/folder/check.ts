import { constants, cpSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { overEmbedded } from '../connection.ts';
import { EmbeddedEngine } from '../engine/embedded-engine.ts';
import { isCurrent, SchemaRefused } from '../migration.ts';
import { CHECKED_COPY, DATABASE, damaged } from './contents.ts';

/** Bytes. */
const PAGE = 8_192;

/** The two databases of PostgreSQL that nobody connects to; half of the files. */
const TEMPLATES = ['base/1', 'base/4'];

/**
 * Opens the database of a folder, and before it a copy if there is room, because the engine changes the files of one
 * that it opens. @throws FolderRefused, SchemaRefused
 */
export async function openSound(folder: string): Promise<EmbeddedEngine> {
  const path = join(folder, DATABASE);
  const copy = join(folder, CHECKED_COPY);
  const templates = TEMPLATES.map((name) => join(path, name));
  let engine: EmbeddedEngine | undefined;
  try {
    rmSync(copy, { recursive: true, force: true });
    // Of a thousand small files: without waiting it takes half as long, and a start has nothing else to do.
    const filter = (file: string) => !templates.includes(file);
    cpSync(path, copy, { recursive: true, mode: constants.COPYFILE_FICLONE, filter });
    engine = await EmbeddedEngine.open(copy);
    await isCurrent(await overEmbedded(engine));
    await requireFiles(engine, path);
  } catch (error) {
    await engine?.close();
    rmSync(copy, { recursive: true, force: true });
    if (error instanceof SchemaRefused) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return EmbeddedEngine.open(path);
    throw damaged(path, ((error as Error).cause as Error | undefined)?.message ?? (error as Error).message);
  }
  await engine.reopen(path, async () => rmSync(copy, { recursive: true, force: true }));
  return engine;
}

/** The engine itself opens the file of a table only when the table is used. */
async function requireFiles(engine: EmbeddedEngine, path: string): Promise<void> {
  const { rows } = await engine.query<{ name: string; file: string }>(
    'select relname as name, pg_relation_filepath(oid) as file from pg_class where pg_relation_filepath(oid) is not null',
  );
  for (const { name, file } of rows) {
    const { size } = await stat(join(path, file)).catch(() => {
      throw new Error(`${join(path, file)}, the file of ${name}, is missing`);
    });
    if (size % PAGE !== 0) throw new Error(`${join(path, file)}, the file of ${name}, is cut off`);
  }
}
