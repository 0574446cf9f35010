import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup } from './data-folder.ts';

/** Backups by the moment in UTC at which each was finished. */
const NAME = /^wary-\d{8}T\d{6}Z\.tar\.gz$/;

/**
 * Writes a backup into a folder, restores it beside as a test, and then deletes all but the newest.
 * @param keep how many stay @throws Error where it cannot be written or does not restore; those before stay then
 */
export async function backUpInto(folder: string, write: Backup, keep: number): Promise<void> {
  const { restoreBackup } = await import('./backup.ts');
  const [untested, restored] = [join(folder, 'untested.tar.gz'), join(folder, 'restored')];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await write(untested);
  await rm(restored, { recursive: true, force: true });
  try {
    await restoreBackup(untested, restored);
  } finally {
    await rm(restored, { recursive: true, force: true });
  }
  const name = `wary-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`;
  await rename(untested, join(folder, name));
  for (const old of (await backupsIn(folder)).slice(0, -keep)) await rm(join(folder, old));
}

/** Seconds since the newest backup of a folder was written; null without any. */
export async function backupAge(folder: string): Promise<number | null> {
  const newest = (await backupsIn(folder)).at(-1);
  return newest === undefined ? null : (Date.now() - (await stat(join(folder, newest))).mtimeMs) / 1_000;
}

/** The oldest first. */
const backupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name)).sort();
