import { and, asc, desc, eq, gt, lt, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { rowsOf } from '../database/rows.ts';
import { listEdits, listFiles } from '../database/schema/list/list.ts';
import { unpackPrefixes } from '../listing/prefix-edit.ts';

/** A published file without its bytes. */
export type ListFile = Omit<typeof listFiles.$inferSelect, 'body' | 'createdAt'>;
export type NewListFile = Omit<typeof listFiles.$inferInsert, 'id' | 'createdAt'>;

/** The list as a version document tells it. `earlier` are the snapshots that changes are offered from, newest first. */
export type PublishedList = {
  readonly snapshot: ListFile;
  readonly recent: ListFile;
  /** Null until the first one is published. */
  readonly hot: ListFile | null;
  readonly earlier: readonly ListFile[];
};

/** Snapshots before the current one that changes are offered from. */
const EARLIER = 24;
/** Snapshots that stay downloadable, and for how long everything else does, so that whoever was just told a token gets its file. */
const KEPT_SNAPSHOTS = 32;
const KEPT_MINUTES = 60;
/** How long an edit stays known at least once a snapshot holds it, in ms: it tells every process which buckets to read again. */
export const EDITS_KEPT_MS = 600_000;

const columns = {
  id: listFiles.id,
  token: listFiles.token,
  kind: listFiles.kind,
  fromToken: listFiles.fromToken,
  algoVersion: listFiles.algoVersion,
  version: listFiles.version,
  count: listFiles.count,
  sha256: listFiles.sha256,
  editId: listFiles.editId,
};

/** The newest snapshot of these rules with its recent file and its predecessors; null before the first publication. */
export async function readPublished(database: Database, algoVersion: string): Promise<PublishedList | null> {
  const snapshots = await database
    .select(columns)
    .from(listFiles)
    .where(and(eq(listFiles.kind, 'snapshot'), eq(listFiles.algoVersion, algoVersion)))
    .orderBy(desc(listFiles.id))
    .limit(EARLIER + 1);
  const [snapshot, ...earlier] = snapshots;
  if (!snapshot) return null;
  const [recent] = await database
    .select(columns)
    .from(listFiles)
    .where(and(eq(listFiles.kind, 'recent'), eq(listFiles.fromToken, snapshot.token)))
    .orderBy(desc(listFiles.id))
    .limit(1);
  const [hot = null] = await database
    .select(columns)
    .from(listFiles)
    .where(and(eq(listFiles.kind, 'hot'), eq(listFiles.algoVersion, algoVersion)))
    .orderBy(desc(listFiles.id))
    .limit(1);
  return recent ? { snapshot, recent, hot, earlier } : null;
}

/** Edits after one, in the order they became visible. */
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
 * The version of the next file of a kind: the time in ms, and always more than the last, also after a clock went back.
 * @param now in ms since epoch
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

/** Writes a file; one that exists under the token already is the same. */
export async function insertFile(database: Database, file: NewListFile): Promise<void> {
  await database.insert(listFiles).values(file).onConflictDoNothing();
}

/** A file by its token, with its bytes. */
export async function readFile(database: Database, token: string) {
  const [file] = await database.select().from(listFiles).where(eq(listFiles.token, token));
  return file ?? null;
}

/** The tokens of all files that are still published, without those of changes. */
export async function readTokens(database: Database): Promise<Set<string>> {
  const rows = await database.select({ token: listFiles.token }).from(listFiles).where(ne(listFiles.kind, 'changes'));
  return new Set(rows.map(({ token }) => token));
}

/**
 * The ids of the newest edit, of the newest urgent one, and of the newest file that is no changes: what a process compares to see
 * whether it is up to date.
 */
export async function readProgress(database: Database): Promise<{ edit: number; urgent: number; file: number }> {
  const [row] = await rowsOf<Record<'edit' | 'urgent' | 'file', number | string | null>>(
    database,
    sql`select (select max(id) from list_edits) as edit, (select max(id) from list_edits where urgent) as urgent,
      (select max(id) from list_files where kind <> 'changes') as file`,
  );
  return { edit: Number(row?.edit ?? 0), urgent: Number(row?.urgent ?? 0), file: Number(row?.file ?? 0) };
}

/** Files of at least this age. */
const stale = () => lt(listFiles.createdAt, sql`now() - make_interval(mins => ${KEPT_MINUTES})`);

/** Forgets hot files. The one before the newest stays: somebody may just have been told of it. */
export async function pruneHot(database: Database): Promise<void> {
  const hot = eq(listFiles.kind, 'hot');
  const [kept] = await database
    .select({ id: listFiles.id })
    .from(listFiles)
    .where(hot)
    .orderBy(desc(listFiles.id))
    .offset(1)
    .limit(1);
  if (kept) await database.delete(listFiles).where(and(hot, stale(), lt(listFiles.id, kept.id)));
}

/** Forgets edits that a snapshot has held for long enough, and files that nobody was told of for an hour. */
export async function pruneBefore(database: Database, snapshot: { readonly editId: number }): Promise<void> {
  const old = lt(listEdits.createdAt, sql`now() - make_interval(secs => ${EDITS_KEPT_MS / 1000})`);
  await database.delete(listEdits).where(and(lte(listEdits.id, snapshot.editId), old));
  // Every publication has additions of its own, so whatever is older than these has not been told since they were published.
  const [told] = await newest(database, and(eq(listFiles.kind, 'recent'), stale()));
  if (!told) return;
  const untold = and(ne(listFiles.kind, 'hot'), lt(listFiles.id, told.id));
  const isSnapshot = eq(listFiles.kind, 'snapshot');
  const [oldest] = await newest(database, isSnapshot).offset(KEPT_SNAPSHOTS - 1);
  if (oldest) await database.delete(listFiles).where(and(untold, lt(listFiles.id, oldest.id)));
  const [current] = await newest(database, isSnapshot);
  if (current)
    await database.delete(listFiles).where(and(untold, ne(listFiles.kind, 'snapshot'), lt(listFiles.id, current.id)));
}

const newest = (database: Database, where: SQL | undefined) =>
  database.select({ id: listFiles.id }).from(listFiles).where(where).orderBy(desc(listFiles.id)).limit(1).$dynamic();

/** The last edit of the list that a statement sees, as part of it. Edits are forgotten once a snapshot holds them. */
export const LAST_EDIT = sql<number>`greatest((select max(id) from list_edits),
  (select max(edit_id) from list_files where kind = 'snapshot'), 0)`.mapWith(Number);
