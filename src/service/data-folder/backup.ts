import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { packTar, type TarSource } from 'modern-tar/fs';
import { NOT_BACKED_UP } from './contents.ts';
import { FolderRefused } from './refusal.ts';

/** The least work: the engine waits meanwhile. */
const LEVEL = 1;

/**
 * Writes a data folder into a file, a gzipped tar that only this user may read. Under its name there is no file, the one before, or
 * the whole new one, whenever the process is killed. Nothing may change the folder meanwhile. What the engine has not yet
 * written to its tables is in its log, as after a kill.
 * @param file absolute path
 * @returns its size in bytes
 * @throws FolderRefused for a file within the folder
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
      createGzip({ level: LEVEL }),
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

/** Without it, a power failure could take the new name away. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
