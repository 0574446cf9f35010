import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Refused } from '../refused.ts';

export const LOCK_FILE = 'folder.lock';
/** SQLite's own wait: without it, all of several simultaneous attempts could fail. */
const SQLITE_TIMEOUT_MS = 50;
const RETRY_INTERVAL_MS = 100;
const SQLITE_BUSY = 5;

type FolderLock = {
  readonly release: () => void;
  /** Releases it and deletes the lock file if this lock made it. */
  readonly undo: () => Promise<void>;
};

/**
 * Locks a data folder, which the embedded engine does not, by an SQLite transaction on an empty file: the system
 * releases it however the process ends, also between containers. This process must not open the file otherwise, because
 * closing it would release the lock (fcntl(2)). @throws FolderInUse after `waitMs`, FolderRefused
 */
export async function lockFolder(folder: string, waitMs = 0): Promise<FolderLock> {
  const end = performance.now() + waitMs;
  for (;;) {
    const lock = await tryLock(folder);
    if (lock) return lock;
    if (performance.now() >= end) throw new FolderInUse(folder);
    await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));
  }
}

async function tryLock(folder: string): Promise<FolderLock | null> {
  const file = join(folder, LOCK_FILE);
  let connection: DatabaseSync | undefined;
  try {
    await makeFolder(folder);
    const isMade = await makeFile(file);
    const before = await numberOf(file);
    connection = new DatabaseSync(file, { timeout: SQLITE_TIMEOUT_MS });
    // Nothing is written; a journal would be a second file.
    connection.exec('pragma journal_mode = memory; begin exclusive');
    // The former holder may have deleted the file: then this lock is on a file that no other process sees.
    if (before === null || (await numberOf(file)) !== before) {
      connection.close();
      return null;
    }
    const locked = connection;
    return {
      release: () => locked.close(),
      undo: async () => {
        if (isMade) await rm(file, { force: true });
        locked.close();
      },
    };
  } catch (error) {
    connection?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw new FolderRefused(`The data folder ${folder} cannot be used: ${file}: ${systemReason(error)}`);
  }
}

/** Like `mkdir -p`. Node's own `recursive` never returns in `/proc`. */
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

async function makeFile(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function numberOf(path: string): Promise<bigint | null> {
  try {
    return (await stat(path, { bigint: true })).ino;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A data folder that cannot be used and was not changed; the message says why and what to do. */
export class FolderRefused extends Refused {
  override readonly name: string = 'FolderRefused';
}

/** Another process uses the folder. */
export class FolderInUse extends FolderRefused {
  override readonly name = 'FolderInUse';

  constructor(folder: string) {
    super(
      `The data in ${folder} is in use by another process, and a folder belongs to one. Stop that one, or give the command on its ` +
        'machine and in its container. Several processes can share a PostgreSQL server (--database-url).',
    );
  }
}

/** The reason of a system error, without the path. */
export function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : `${code}: ${message.replace(/^[A-Z]+: /, '').replace(/,.*$/s, '')}`;
}
