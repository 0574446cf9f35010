import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FolderInUse, FolderRefused, systemReason } from './refusal.ts';

export const LOCK_FILE = 'folder.lock';
/** How long SQLite itself waits. Of several that ask at the same moment all would be refused without it. */
const CONTENTION_MS = 50;
const RETRY_MS = 100;
const SQLITE_BUSY = 5;

export type FolderLock = {
  readonly release: () => void;
  /** Releases it, and leaves no file of the lock where there was none before. */
  readonly undo: () => Promise<void>;
};

/**
 * Reserves a data folder for this process, since the embedded engine has no protection of its own against two processes in one
 * folder. The lock is that of an exclusive transaction of SQLite on an empty file: the operating system holds it for the process,
 * also between containers that share a volume, and releases it however the process ends. This process must not open the file
 * otherwise, because closing it would release the lock (fcntl(2)).
 * @param waitMs how long another process may take to give it free
 * @throws FolderInUse when another process holds it
 * @throws FolderRefused when the folder cannot be made, written or locked
 */
export async function lockFolder(folder: string, waitMs = 0): Promise<FolderLock> {
  const end = performance.now() + waitMs;
  for (;;) {
    const lock = await tryLock(folder);
    if (lock) return lock;
    if (performance.now() >= end) throw new FolderInUse(folder);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function tryLock(folder: string): Promise<FolderLock | null> {
  const file = join(folder, LOCK_FILE);
  let connection: DatabaseSync | undefined;
  try {
    await makeFolder(folder);
    const isMade = await makeFile(file);
    const before = await numberOf(file);
    connection = new DatabaseSync(file, { timeout: CONTENTION_MS });
    // Nothing is ever written, and a journal would be a second file.
    connection.exec('pragma journal_mode = memory; begin exclusive');
    // Whoever held it may have removed the file in between, and this lock would be one of a file that nobody else finds.
    if (before === null || (await numberOf(file)) !== before) {
      connection.close();
      return null;
    }
    const held = connection;
    return {
      release: () => held.close(),
      undo: async () => {
        if (isMade) await rm(file, { force: true });
        held.close();
      },
    };
  } catch (error) {
    connection?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw new FolderRefused(`The data folder ${folder} cannot be used: ${file}: ${systemReason(error)}`);
  }
}

/** Makes a folder and those above it. Node's own way does not end in `/proc`, where a folder exists and takes nothing. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 }).catch((again: NodeJS.ErrnoException) => {
      if (again.code !== 'EEXIST') throw again;
    });
  }
}

/** @returns whether there was none before */
async function makeFile(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** What the file system knows a file by; null when it is gone. */
async function numberOf(path: string): Promise<bigint | null> {
  try {
    return (await stat(path, { bigint: true })).ino;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
