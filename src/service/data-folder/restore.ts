import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { SchemaRefused } from '../database/migration.ts';
import { DATABASE, OF_NO_WORTH, UNFINISHED_RESTORE } from './contents.ts';
import { LOCK_FILE, lockFolder } from './folder-lock.ts';
import { FolderRefused, systemReason } from './refusal.ts';
import { rehearse } from './rehearsal.ts';

/**
 * Makes a data folder of a backup. It is unpacked and opened elsewhere first: the folder is absent or empty, or has all of it,
 * whenever the process is killed. Where the folder cannot be replaced by another, because it is the root of a volume, that is a
 * folder within, which a service refuses to start on and the next restore begins again.
 * @throws FolderRefused when the folder is not empty, or the file is no whole backup
 * @throws SchemaRefused when the backup is one of a newer service
 */
export async function restoreBackup(file: string, folder: string): Promise<void> {
  await stat(file).catch((error: unknown) => {
    throw new FolderRefused(`The backup ${file} cannot be read (${systemReason(error)})`);
  });
  const isWithin = await mustStay(folder);
  const staging = isWithin ? join(folder, UNFINISHED_RESTORE) : `${folder}.${UNFINISHED_RESTORE}`;
  const lock = await lockFolder(isWithin ? folder : staging);
  try {
    await requireNothing(folder);
    if (!isWithin) await empty(staging);
    else {
      await rm(staging, { recursive: true, force: true });
      await mkdir(staging, { mode: 0o700 });
    }
    await unpack(file, staging);
    if (isWithin) await moveUp(staging, folder);
    else await rename(staging, folder);
    lock.release();
  } catch (error) {
    if (isWithin) await rm(staging, { recursive: true, force: true });
    await lock.undo();
    if (!isWithin) await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

/** Whether another folder cannot take its name: there is something in it already, or a volume is mounted there. */
async function mustStay(folder: string): Promise<boolean> {
  const there = await statOf(folder);
  if (!there) return false;
  const { dev } = await stat(dirname(folder));
  return dev !== there.dev || (await readdir(folder)).length > 0;
}

async function requireNothing(folder: string): Promise<void> {
  const names = (await statOf(folder)) ? await readdir(folder) : [];
  // What lies beside an unfinished restore is of that one.
  if (names.includes(UNFINISHED_RESTORE) && !names.includes(DATABASE)) return;
  const others = names.filter((name) => !OF_NO_WORTH.has(name));
  if (others.length > 0)
    throw new FolderRefused(
      `${folder} is not empty (${others.slice(0, 3).join(', ')}): a backup is brought back into an empty or absent folder. Nothing was changed.`,
    );
}

async function unpack(file: string, staging: string): Promise<void> {
  try {
    await pipeline(
      createReadStream(file),
      createGunzip(),
      unpackTar(staging, { strict: true, dmode: 0o700, fmode: 0o600 }),
    );
    await rehearse(staging);
  } catch (error) {
    if (error instanceof SchemaRefused) throw error;
    throw new FolderRefused(
      `${file} is not a whole backup of a data folder (${systemReason(error)}). Nothing was restored.`,
    );
  }
}

/** The database last: without it there is no data folder. */
async function moveUp(staging: string, folder: string): Promise<void> {
  const names = (await readdir(staging)).filter((name) => name !== DATABASE);
  for (const name of [...names, DATABASE]) await rename(join(staging, name), join(folder, name));
  await rm(staging, { recursive: true });
}

/** All but the lock that is held. */
async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name !== LOCK_FILE) await rm(join(folder, name), { recursive: true, force: true });
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
