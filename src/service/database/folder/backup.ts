import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { packTar, type TarSource, unpackTar } from 'modern-tar/fs';
import { SchemaRefused } from '../migration.ts';
import { openSound } from './check.ts';
import { DATABASE, IGNORED_NAMES, NOT_BACKED_UP, UNFINISHED_RESTORE } from './contents.ts';
import { FolderRefused, lockFolder, systemReason } from './folder-lock.ts';

/** The fastest: the database waits meanwhile. */
const GZIP_LEVEL = 1;

/**
 * Writes a data folder, which nothing may change meanwhile, into a gzipped tar that only this user may read,
 * atomically. @returns its size in bytes @throws FolderRefused for a file within the folder
 */
export async function writeBackup(folder: string, file: string): Promise<number> {
  const within = relative(resolve(folder), file);
  if (within === '' || !within.startsWith('..'))
    throw new FolderRefused(`The backup cannot lie in the folder that it is made of: name a file outside of ${folder}`);
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  try {
    await pipeline(
      packTar(await sourcesOf(folder)),
      createGzip({ level: GZIP_LEVEL }),
      createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true }),
    );
    await rename(unfinished, file);
    await flushFolder(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return (await stat(file)).size;
}

async function sourcesOf(folder: string): Promise<TarSource[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter(({ name }) => !NOT_BACKED_UP.has(name))
    .map((entry) => ({
      type: entry.isDirectory() ? 'directory' : 'file',
      source: join(folder, entry.name),
      target: entry.name,
    }));
}

/** Otherwise a power failure could undo the rename. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Restores a data folder, checked in a folder within first, so that a killed restore leaves the folder empty or
 * complete.
 * @throws FolderRefused for a folder that is not empty or no complete backup, SchemaRefused for one of a newer service
 */
export async function restoreBackup(file: string, folder: string): Promise<void> {
  await stat(file).catch((error: unknown) => {
    throw new FolderRefused(`The backup ${file} cannot be read (${systemReason(error)})`);
  });
  const staging = join(folder, UNFINISHED_RESTORE);
  const lock = await lockFolder(folder);
  try {
    requireNothing(folder, await readdir(folder));
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { mode: 0o700 });
    await unpack(file, staging);
    // The database last: it makes the folder a data folder.
    const names = (await readdir(staging)).filter((name) => name !== DATABASE);
    for (const name of [...names, DATABASE]) await rename(join(staging, name), join(folder, name));
    await rm(staging, { recursive: true });
    lock.release();
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    await lock.undo();
    throw error;
  }
}

function requireNothing(folder: string, names: readonly string[]): void {
  // The other entries are of an unfinished restore.
  if (names.includes(UNFINISHED_RESTORE) && !names.includes(DATABASE)) return;
  const others = names.filter((name) => !IGNORED_NAMES.has(name));
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
    await (await openSound(staging)).close();
  } catch (error) {
    if (error instanceof SchemaRefused) throw error;
    throw new FolderRefused(
      `${file} is not a whole backup of a data folder (${systemReason(error)}). Nothing was restored.`,
    );
  }
}
