import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FolderRefused, LOCK_FILE, systemReason } from './folder-lock.ts';

export const DATABASE = 'database';
/** A database that is being made; it is renamed once complete. */
export const UNFINISHED_DATABASE = 'database.new';
/** A copy of the database that is opened to check it. */
export const CHECKED_COPY = 'database.check';
/** A backup that is being unpacked. */
export const UNFINISHED_RESTORE = 'restoring';

/** Address and token of the service that runs on the folder. */
export const CONTROL_FILE = 'control.json';

/** The PostgreSQL whose files the embedded engine reads. */
const POSTGRES_MAJOR = '18';
/** Entries of a folder that counts as empty. `lost+found` is in the root of a volume. */
export const IGNORED_NAMES: ReadonlySet<string> = new Set([LOCK_FILE, UNFINISHED_DATABASE, CHECKED_COPY, 'lost+found']);
export const NOT_BACKED_UP: ReadonlySet<string> = new Set([...IGNORED_NAMES, CONTROL_FILE, UNFINISHED_RESTORE]);
const MEBIBYTE = 1_048_576;
/** A new database takes 40 MB; its log grows by 16 MB at a time. */
const REQUIRED_MIB = { nothing: 128, database: 64 } as const;

const NEXT_STEP = 'Nothing was changed. Bring a backup back into an empty folder: "restore FILE --data DIR".';

export type Contents = 'nothing' | 'database';

/**
 * Whether a folder is absent or empty, or holds a database. Changes nothing.
 * @throws FolderRefused for anything else: an incomplete database, or other files
 */
export async function contentsOf(folder: string): Promise<Contents> {
  const names = (await namesIn(folder)).filter((name) => !IGNORED_NAMES.has(name));
  if (names.includes(UNFINISHED_RESTORE) && !names.includes(DATABASE))
    throw new FolderRefused(`A restore into ${folder} has not ended. Give "restore FILE --data ${folder}" again.`);
  if (names.length === 0) return 'nothing';
  const database = join(folder, DATABASE);
  if (!names.includes(DATABASE))
    throw new FolderRefused(
      `${folder} holds files (${names.slice(0, 3).join(', ')}) but no folder "${DATABASE}". Nothing was changed. ` +
        'Name an empty folder, or one in which the service keeps its data.',
    );
  await requireVersion(database);
  return 'database';
}

/** @throws FolderRefused where the file system has too little space to open or make a database */
export async function requireFreeSpace(folder: string, contents: Contents): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(await existing(folder));
  // Some virtual file systems report 0 blocks.
  if (blocks === 0) return;
  const free = Math.floor((bavail * bsize) / MEBIBYTE);
  if (free < REQUIRED_MIB[contents])
    throw new FolderRefused(
      `The disk of ${folder} is full: the database needs ${REQUIRED_MIB[contents]} MiB, ${free} MiB are free. Make room and start again.`,
    );
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new FolderRefused(`The data folder ${folder} cannot be read (${systemReason(error)})`);
  }
}

async function requireVersion(database: string): Promise<void> {
  const path = join(database, 'PG_VERSION');
  const version = await readFile(path, 'latin1').catch((error: unknown) => {
    throw new FolderRefused(
      `The database in ${database} is damaged or not whole: ${path} cannot be read (${systemReason(error)}). ${NEXT_STEP}`,
    );
  });
  if (version.trim() === POSTGRES_MAJOR) return;
  if (/^\d{2}\n?$/.test(version))
    throw new FolderRefused(
      `The database in ${database} was made by PostgreSQL ${version.trim()}, and this service reads ${POSTGRES_MAJOR}. ` +
        'Nothing was changed. Start the version of the service that made it.',
    );
  throw new FolderRefused(`The database in ${database} is damaged: ${path} holds no version. ${NEXT_STEP}`);
}

/** The error for a database that does not open. @param reason without a full stop */
export const damaged = (database: string, reason: string): FolderRefused =>
  new FolderRefused(`The database in ${database} is damaged or not whole: ${reason}. ${NEXT_STEP}`);

async function existing(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const there = await stat(at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || dirname(at) === at) throw error;
      return null;
    });
    if (there) return at;
  }
}
