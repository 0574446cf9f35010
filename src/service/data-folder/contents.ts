import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LOCK_FILE } from './folder-lock.ts';
import { FolderRefused, systemReason } from './refusal.ts';

/** What a data folder holds, besides the keys of the demo. */
export const DATABASE = 'database';
/** A database that is being made; without worth until it has its name. */
export const UNFINISHED_DATABASE = 'database.new';
/** A backup that is being unpacked, where the folder itself cannot be renamed. */
export const UNFINISHED_RESTORE = 'restoring';

/** How the service that runs on the folder is reached. */
export const CONTROL_FILE = 'control.json';

/** The PostgreSQL whose files the embedded engine reads. */
export const POSTGRES_MAJOR = '18';
/** What may lie in a folder that holds nothing. `lost+found` is the root of a volume's. */
export const OF_NO_WORTH: ReadonlySet<string> = new Set([LOCK_FILE, UNFINISHED_DATABASE, 'lost+found']);
/** What a backup leaves out: who uses the folder, and how that one is reached. */
export const NOT_BACKED_UP: ReadonlySet<string> = new Set([...OF_NO_WORTH, CONTROL_FILE, UNFINISHED_RESTORE]);
const MEBIBYTE = 1_048_576;
/** A new database is 40 MB, and its log grows by 16 MB at a time. */
const ROOM_MIB = { nothing: 128, database: 64 } as const;

const HOW_TO_GO_ON = 'Nothing was changed. Bring a backup back into an empty folder: "restore FILE --data DIR".';

export type Contents = 'nothing' | 'database';

/**
 * Says whether a folder is absent or empty, or holds a database, by looking only.
 * @throws FolderRefused for anything else: what is left of a database, or somebody's files
 */
export async function contentsOf(folder: string): Promise<Contents> {
  const names = (await namesIn(folder)).filter((name) => !OF_NO_WORTH.has(name));
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

/** @throws FolderRefused where the file system of the folder has too little room to open or make a database */
export async function requireRoom(folder: string, contents: Contents): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(await existing(folder));
  // File systems without blocks of their own say nothing by this.
  if (blocks === 0) return;
  const free = Math.floor((bavail * bsize) / MEBIBYTE);
  if (free < ROOM_MIB[contents])
    throw new FolderRefused(
      `The disk of ${folder} is full: the database needs ${ROOM_MIB[contents]} MiB, ${free} MiB are free. Make room and start again.`,
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
      `The database in ${database} is damaged or not whole: ${path} cannot be read (${systemReason(error)}). ${HOW_TO_GO_ON}`,
    );
  });
  if (version.trim() === POSTGRES_MAJOR) return;
  if (/^\d{2}\n?$/.test(version))
    throw new FolderRefused(
      `The database in ${database} was made by PostgreSQL ${version.trim()}, and this service reads ${POSTGRES_MAJOR}. ` +
        'Nothing was changed. Start the version of the service that made it.',
    );
  throw new FolderRefused(`The database in ${database} is damaged: ${path} holds no version. ${HOW_TO_GO_ON}`);
}

/** A refusal of a database that does not open. @param reason in words, without a full stop */
export const damaged = (database: string, reason: string): FolderRefused =>
  new FolderRefused(`The database in ${database} is damaged or not whole: ${reason}. ${HOW_TO_GO_ON}`);

/** The folder itself, or the one above it that is there. */
async function existing(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const there = await stat(at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || dirname(at) === at) throw error;
      return null;
    });
    if (there) return at;
  }
}
