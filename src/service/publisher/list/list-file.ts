import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, lte, ne, type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../database/database.ts';
import { listEdits, listFiles, unpackPrefixes } from '../../database/schema/list.ts';

export type ListFile = Omit<typeof listFiles.$inferSelect, 'body' | 'createdAt'>;
type NewListFile = Omit<typeof listFiles.$inferInsert, 'id' | 'createdAt'>;

/** The list of a version document. `earlier` are the snapshots from which changes are offered, newest first. */
export type PublishedList = {
  readonly snapshot: ListFile;
  readonly recent: ListFile;
  /** Null until the first one is published. */
  readonly hot: ListFile | null;
  readonly earlier: readonly ListFile[];
};

/** Changes are offered from this many snapshots before the current one. */
const MAX_EARLIER_SNAPSHOTS = 24;
const RETAINED_SNAPSHOTS = 32;
const RETENTION_MINUTES = 60;
/** Edits stay at least this long once a snapshot contains them: they tell every process which cached buckets are out of date. */
export const EDIT_RETENTION_MS = 600_000;

const { body: _, createdAt: __, ...columns } = getTableColumns(listFiles);

/**
 * The newest snapshot of this rule version with its recent file and predecessors; null before the first publication.
 */
export async function readPublished(database: Database, algoVersion: string): Promise<PublishedList | null> {
  const snapshots = await database
    .select(columns)
    .from(listFiles)
    .where(and(eq(listFiles.kind, 'snapshot'), eq(listFiles.algoVersion, algoVersion)))
    .orderBy(desc(listFiles.id))
    .limit(MAX_EARLIER_SNAPSHOTS + 1);
  const [snapshot, ...earlier] = snapshots;
  if (!snapshot) return null;
  const recent = await newestFile(database, and(eq(listFiles.kind, 'recent'), eq(listFiles.fromToken, snapshot.token)));
  const hot = await newestFile(database, and(eq(listFiles.kind, 'hot'), eq(listFiles.algoVersion, algoVersion)));
  return recent && { snapshot, recent, hot, earlier };
}

/** The newest file that meets a condition. @param offset so many newer ones are passed over */
export async function newestFile(database: Database, where: SQL | undefined, offset = 0): Promise<ListFile | null> {
  const files = database.select(columns).from(listFiles).where(where).orderBy(desc(listFiles.id));
  return (await files.limit(1).offset(offset))[0] ?? null;
}

/** Edits after this id, in the order in which they became visible. */
export async function readEdits(database: Database, afterId: number) {
  const rows = await database.select().from(listEdits).where(gt(listEdits.id, afterId)).orderBy(asc(listEdits.id));
  return rows.map(({ id, added, removed, urgent }) => ({
    id,
    added: unpackPrefixes(added),
    removed: unpackPrefixes(removed),
    urgent,
  }));
}

/**
 * The version of the next file of a kind: the time in ms, but greater than the last one even if the clock went back.
 */
export async function nextVersion(database: Database, kind: ListFile['kind'], now = Date.now()): Promise<number> {
  const [last] = await database
    .select({ version: listFiles.version })
    .from(listFiles)
    .where(eq(listFiles.kind, kind))
    .orderBy(desc(listFiles.version))
    .limit(1);
  return Math.max(now, (last?.version ?? 0) + 1);
}

/** Writes a file. If the token exists, it is the same file. */
export async function insertFile(database: Database, file: NewListFile): Promise<void> {
  await database.insert(listFiles).values(file).onConflictDoNothing();
}

/** A file by its token, with its bytes. */
export async function readFile(database: Database, token: string) {
  const [file] = await database.select().from(listFiles).where(eq(listFiles.token, token));
  return file ?? null;
}

/** The tokens of all published files except changes. */
export async function readTokens(database: Database): Promise<Set<string>> {
  const rows = await database.select({ token: listFiles.token }).from(listFiles).where(ne(listFiles.kind, 'changes'));
  return new Set(rows.map(({ token }) => token));
}

/** The ids of the newest edit, urgent edit and file of a version document: whether a process is up to date. */
export async function readProgress(database: Database): Promise<{ edit: number; urgent: number; file: number }> {
  const [row] = await rowsOf<Record<'edit' | 'urgent' | 'file', number | string | null>>(
    database,
    sql`select (select max(id) from list_edits) as edit, (select max(id) from list_edits where urgent) as urgent,
      (select max(id) from list_files where kind in ('snapshot', 'recent', 'hot')) as file`,
  );
  return { edit: Number(row?.edit ?? 0), urgent: Number(row?.urgent ?? 0), file: Number(row?.file ?? 0) };
}

const stale = () => lt(listFiles.createdAt, sql`now() - make_interval(mins => ${RETENTION_MINUTES})`);

/** Deletes old files of entries. The one before the newest stays: a client may have just received its token. @param all files of one kind */
export async function pruneEntries(database: Database, all: SQL | undefined): Promise<void> {
  const kept = await newestFile(database, all, 1);
  if (kept) await database.delete(listFiles).where(and(all, stale(), lt(listFiles.id, kept.id)));
}

/** Deletes edits that a snapshot contains, and files that have not been announced for an hour. */
export async function pruneBefore(database: Database, snapshot: { readonly editId: number }): Promise<void> {
  const old = lt(listEdits.createdAt, sql`now() - make_interval(secs => ${EDIT_RETENTION_MS / 1000})`);
  await database.delete(listEdits).where(and(lte(listEdits.id, snapshot.editId), old));
  // Every publication has a recent file, so no older file has been announced since this one.
  const announced = await newestFile(database, and(eq(listFiles.kind, 'recent'), stale()));
  if (!announced) return;
  const isSnapshot = eq(listFiles.kind, 'snapshot');
  const isOfSnapshot = inArray(listFiles.kind, ['recent', 'changes']);
  const unannounced = lt(listFiles.id, announced.id);
  const oldest = await newestFile(database, isSnapshot, RETAINED_SNAPSHOTS - 1);
  if (oldest) await database.delete(listFiles).where(and(isSnapshot, unannounced, lt(listFiles.id, oldest.id)));
  const current = await newestFile(database, isSnapshot);
  if (current) await database.delete(listFiles).where(and(isOfSnapshot, unannounced, lt(listFiles.id, current.id)));
}

/** SQL: the last edit of the list that the statement sees; edits are deleted once a snapshot contains them. */
export const LAST_EDIT = sql<number>`greatest((select max(id) from list_edits),
  (select max(edit_id) from list_files where kind = 'snapshot'), 0)`.mapWith(Number);

/**
 * How long a looked-up key is cached with the last edit, in ms. For this long, another process may accept a revoked key
 * and may not know of a change of the list, which a publication waits for.
 */
export const CALLER_CACHE_MS = 100;
