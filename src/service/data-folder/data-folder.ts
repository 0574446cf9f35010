import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type EmbeddedDatabase, type OpenDatabase, openFolder } from '../database/connection.ts';
import { SchemaRefused } from '../database/migration.ts';
import { CONTROL_FILE, contentsOf, DATABASE, requireRoom, UNFINISHED_DATABASE } from './contents.ts';
import { lockFolder } from './folder-lock.ts';
import { FolderRefused } from './refusal.ts';

/** Path of the file through which the service that runs on a folder is reached. */
export const controlFile = (folder: string): string => join(folder, CONTROL_FILE);

/** Writes the data into a file while it is in use. @param file absolute path. @returns its size in bytes. @throws FolderRefused */
export type Backup = (file: string) => Promise<number>;
export type DataFolder = OpenDatabase & { readonly backup: Backup };

/**
 * Opens the database of a data folder for this process alone; in an empty or absent folder it makes one. What does not open, or is
 * not ours, stays as it is, to the byte.
 * @param waitMs how long another process may take to give the folder free
 * @throws FolderInUse when it does not
 * @throws FolderRefused when the folder cannot be used
 * @throws SchemaRefused when it belongs to a newer service
 */
export async function openDataFolder(folder: string, waitMs = 0): Promise<DataFolder> {
  await requireRoom(folder, await contentsOf(folder));
  const lock = await lockFolder(folder, waitMs);
  try {
    // Nobody else changes it any more: what was seen before may have been half of another's work.
    const contents = await contentsOf(folder);
    if (contents === 'nothing') await makeDatabase(folder);
    else await (await import('./rehearsal.ts')).rehearse(folder);
    // It is left over from a service that was killed.
    await rm(controlFile(folder), { force: true });
    const { database, close, exclusively } = await opened(join(folder, DATABASE));
    return {
      database,
      backup: async (file) => {
        const { writeBackup } = await import('./backup.ts');
        // What it has written to its tables need not be read out of its log again.
        await database.execute(sql`checkpoint`);
        return exclusively(() => writeBackup(folder, file));
      },
      close: async () => {
        await close();
        lock.release();
      },
    };
  } catch (error) {
    await lock.undo();
    throw error instanceof SchemaRefused ? new SchemaRefused(`${folder}: ${error.message}`) : error;
  }
}

/** Under another name until it is whole, so that a start that was killed leaves nothing that looks like lost data. */
async function makeDatabase(folder: string): Promise<void> {
  const unfinished = join(folder, UNFINISHED_DATABASE);
  await rm(unfinished, { recursive: true, force: true });
  const { close } = await opened(unfinished, true);
  await close();
  await rename(unfinished, join(folder, DATABASE));
}

async function opened(path: string, isNew = false): Promise<EmbeddedDatabase> {
  try {
    return await openFolder(path, isNew);
  } catch (error) {
    if (error instanceof SchemaRefused) throw error;
    throw new FolderRefused(`The database in ${path} cannot be opened (${(error as Error).message})`);
  }
}
