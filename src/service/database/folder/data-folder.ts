import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { embeddedDatabase, type OpenDatabase } from '../connection.ts';
import { EmbeddedEngine } from '../engine/embedded-engine.ts';
import { SchemaRefused } from '../migration.ts';
import { openSound } from './check.ts';
import { CONTROL_FILE, contentsOf, DATABASE, requireFreeSpace, UNFINISHED_DATABASE } from './contents.ts';
import { FolderRefused, lockFolder } from './folder-lock.ts';

/** Path of the file through which the service that runs on a folder is reached. */
export const controlFile = (folder: string): string => join(folder, CONTROL_FILE);

/** Writes the data into a file while it is in use. @param file absolute path. @returns its size in bytes. @throws FolderRefused */
export type Backup = (file: string) => Promise<number>;
type DataFolder = OpenDatabase & { readonly backup: Backup };

/**
 * Opens the database of a data folder for this process alone, or makes one in an empty or absent folder; any other
 * folder is left unchanged. @throws FolderInUse after `waitMs`, FolderRefused, SchemaRefused
 */
export async function openDataFolder(folder: string, waitMs = 0): Promise<DataFolder> {
  await requireFreeSpace(folder, await contentsOf(folder));
  const lock = await lockFolder(folder, waitMs);
  try {
    // Again, now that no other process can change it.
    const contents = await contentsOf(folder);
    const engine = contents === 'nothing' ? await makeDatabase(folder) : await openSound(folder);
    // Left over from a service that was killed.
    await rm(controlFile(folder), { force: true });
    const { database, close, exclusively } = await embeddedDatabase(engine);
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
    if (error instanceof SchemaRefused) throw new SchemaRefused(`${folder}: ${error.message}`);
    if (error instanceof FolderRefused) throw error;
    throw new FolderRefused(`The database in ${folder} cannot be opened (${(error as Error).message})`);
  }
}

/** Under another name until it is complete, so that a killed start leaves nothing that looks like a damaged database. */
async function makeDatabase(folder: string): Promise<EmbeddedEngine> {
  const unfinished = join(folder, UNFINISHED_DATABASE);
  await rm(unfinished, { recursive: true, force: true });
  const engine = await EmbeddedEngine.open(unfinished);
  await embeddedDatabase(engine);
  const database = join(folder, DATABASE);
  await engine.reopen(database, () => rename(unfinished, database));
  return engine;
}
