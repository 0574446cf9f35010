import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type EmbeddedDatabase, type OpenDatabase, openFolder } from '../connection.ts';
import { SchemaRefused } from '../migration.ts';
import { CONTROL_FILE, contentsOf, DATABASE, requireFreeSpace, UNFINISHED_DATABASE } from './contents.ts';
import { FolderRefused, lockFolder } from './folder-lock.ts';

/** Path of the file through which the service that runs on a folder is reached. */
export const controlFile = (folder: string): string => join(folder, CONTROL_FILE);

/** Writes the data into a file while it is in use. @param file absolute path. @returns its size in bytes. @throws FolderRefused */
export type Backup = (file: string) => Promise<number>;
type DataFolder = OpenDatabase & { readonly backup: Backup };

/**
 * Opens the database of a data folder for this process alone; makes one in an empty or absent folder. A folder that does not open, or
 * is not ours, is left unchanged.
 * @param waitMs how long to wait for another process to release the folder
 * @throws FolderInUse when it does not
 * @throws FolderRefused when the folder cannot be used
 * @throws SchemaRefused when it belongs to a newer service
 */
export async function openDataFolder(folder: string, waitMs = 0): Promise<DataFolder> {
  await requireFreeSpace(folder, await contentsOf(folder));
  const lock = await lockFolder(folder, waitMs);
  try {
    // Again, now that no other process can change it.
    const contents = await contentsOf(folder);
    if (contents === 'nothing') await makeDatabase(folder);
    else await (await import('./check.ts')).requireSound(folder);
    // Left over from a service that was killed.
    await rm(controlFile(folder), { force: true });
    const { database, close, exclusively } = await opened(join(folder, DATABASE));
    return {
      database,
      backup: async (file) => {
        const { writeBackup } = await import('./backup.ts');
        // A restore then has no log to replay.
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

/** Under another name until it is complete, so that a killed start leaves nothing that looks like a damaged database. */
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
