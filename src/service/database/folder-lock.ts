import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder is used by another process; the message says which. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

const FILE = 'lock';

/**
 * Reserves a data folder for this process, since the embedded engine has no protection of its own against two processes in one
 * folder. A lock whose process is gone is taken over.
 * @returns a function that gives the folder free
 * @throws FolderInUse when another process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, FILE);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(`${process.pid}\n`);
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
    if (holder !== process.pid && isAlive(holder))
      throw new FolderInUse(
        `The data in ${folder} is in use by process ${holder}. If that is not this service, delete the file ${path}.`,
      );
    await rm(path, { force: true });
  }
  throw new FolderInUse(`The data in ${folder} is wanted by several processes at once. Try again.`);
}

function isAlive(process_: number): boolean {
  if (!Number.isInteger(process_) || process_ < 1) return false;
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
