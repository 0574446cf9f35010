import { constants } from 'node:fs';
import { cp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { overEmbedded } from '../connection.ts';
import { EmbeddedEngine, type EngineClient } from '../engine/embedded-engine.ts';
import { isCurrent, SchemaRefused } from '../migration.ts';
import { CHECKED_COPY, DATABASE, damaged } from './contents.ts';

/** Bytes. */
const PAGE = 8_192;

/**
 * Opens a copy of the database of a folder, because the engine changes the files of one that it opens, also of a damaged one. Where the
 * disk has no room for a copy, nothing is checked.
 * @throws FolderRefused when it does not open, or files of it are missing
 * @throws SchemaRefused when this service cannot read it
 */
export async function requireSound(folder: string): Promise<void> {
  const path = join(folder, DATABASE);
  const copy = join(folder, CHECKED_COPY);
  let client: EngineClient | undefined;
  try {
    await rm(copy, { recursive: true, force: true });
    await cp(path, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
    client = await EmbeddedEngine.open(copy);
    await isCurrent(await overEmbedded(client));
    await requireFiles(client, path);
  } catch (error) {
    if (error instanceof SchemaRefused) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
    throw damaged(path, ((error as Error).cause as Error | undefined)?.message ?? (error as Error).message);
  } finally {
    await client?.close();
    await rm(copy, { recursive: true, force: true });
  }
}

/** The engine itself opens the file of a table only when the table is used. */
async function requireFiles(client: EngineClient, path: string): Promise<void> {
  const { rows } = await client.query<{ name: string; file: string }>(
    'select relname as name, pg_relation_filepath(oid) as file from pg_class where pg_relation_filepath(oid) is not null',
  );
  for (const { name, file } of rows) {
    const { size } = await stat(join(path, file)).catch(() => {
      throw new Error(`${join(path, file)}, the file of ${name}, is missing`);
    });
    if (size % PAGE !== 0) throw new Error(`${join(path, file)}, the file of ${name}, is cut off`);
  }
}
