import { inArray, sql } from 'drizzle-orm';
import { ALGO_VERSION } from '../../asset/index.ts';
import { decodePrefixes, digestOf, encodePrefixes } from '../../blocklist/codec/artifact.ts';
import { type Database, LOCKS, lock, rowsOf, tryLock } from '../database/database.ts';
import { listFiles, unpackPrefixes } from '../database/schema/list.ts';
import { publishHot } from './list/hot-tier.ts';
import {
  insertFile,
  nextVersion,
  type PublishedList,
  pruneBefore,
  readEdits,
  readFile,
  readPublished,
} from './list/list-file.ts';

/** With more recent additions than this, a new snapshot is made: every client fetches the whole recent file. */
const MAX_RECENT = 1_000;

/** Digits of a digest in a token, which the edit id makes unique already. */
const TOKEN_DIGITS = 8;

const NO_PREFIXES = new Uint32Array();

/** Each publication reads all edits since the snapshot; with more than this, a new snapshot is made. */
const MAX_EDITS = 2_000;

type PublicationRules = {
  /** Maximum size of the hot tier; 0 leaves the last one in place. */
  readonly hotEntries: number;
  readonly pace: SnapshotPace;
  readonly now: number;
};
/** `removalsAt`: when waiting removals are published, in ms since epoch; null if there are none. */
export type Publication = { readonly list: PublishedList; readonly removalsAt: number | null };

/**
 * Publishes what changed: additions as a recent file, removals or too many additions as a snapshot, at the given pace.
 * @returns the published list; null while another process publishes
 */
export async function publish(
  database: Database,
  snapshots: SnapshotCache,
  { hotEntries, pace, now }: PublicationRules,
): Promise<Publication | null> {
  return database.transaction(async (transaction) => {
    if (!(await tryLock(transaction, LOCKS.publishing))) return null;
    await transaction.execute(sql`set local statement_timeout = 0`);
    const published = await readPublished(transaction, ALGO_VERSION);
    let removalsAt: number | null = null;
    if (published) removalsAt = await publishEdits(transaction, published, { snapshots, pace, now });
    else await publishFromRows(transaction, now);
    if (hotEntries > 0) await publishHot(transaction, published?.hot ?? null, hotEntries);
    const list = await readPublished(transaction, ALGO_VERSION);
    return list && { list, removalsAt };
  });
}

/** @returns when waiting removals are due, in ms since epoch; null if there are none */
async function publishEdits(
  database: Database,
  published: PublishedList,
  { snapshots, pace, now }: { snapshots: SnapshotCache; pace: SnapshotPace; now: number },
): Promise<number | null> {
  // All edits since the snapshot: a removal may have waited through several recent files.
  const edits = await readEdits(database, published.snapshot.editId);
  const last = edits.at(-1);
  if (!last) return null;
  const snapshot = await snapshots.read(database, published.snapshot.token);
  const edited = applyEdits({ snapshot, recent: NO_PREFIXES }, edits);
  const isUrgent = edits.some(({ urgent }) => urgent);
  const dueAt = edited.removed.size === 0 ? null : nextSnapshotAt(published, pace, now, isUrgent);
  const isFull = edited.recent.length > MAX_RECENT || edits.length > MAX_EDITS;
  if (isFull || (dueAt !== null && dueAt <= now)) {
    await insertSnapshot(database, foldedSnapshot(snapshot, edited), last.id, now);
    return null;
  }
  if (digestOf(edited.recent) !== published.recent.sha256)
    await insertRecent(database, { snapshot: published.snapshot.token, prefixes: edited.recent, editId: last.id, now });
  return dueAt;
}

/** The first publication of a database or of a new `ALGO_VERSION`, which reads every row. */
async function publishFromRows(database: Database, now: number): Promise<void> {
  await lock(database, LOCKS.listing);
  // Edits are deleted once a snapshot contains them, so the last id may be only in a file.
  const [edit] = await rowsOf<{ id: number | string | null }>(
    database,
    sql`select greatest((select max(id) from list_edits), (select max(edit_id) from list_files)) as id`,
  );
  await insertSnapshot(database, await listedPrefixes(database), Number(edit?.id ?? 0), now);
}

async function insertSnapshot(database: Database, prefixes: Uint32Array, editId: number, now: number): Promise<void> {
  const sha256 = digestOf(prefixes);
  const token = `${versionOf('s', editId)}-${sha256.slice(0, TOKEN_DIGITS)}`;
  const body = encodePrefixes(prefixes);
  const count = prefixes.length;
  const version = await nextVersion(database, 'snapshot', now);
  const facts = { algoVersion: ALGO_VERSION, version, count, sha256, editId };
  await insertFile(database, { token, kind: 'snapshot', ...facts, body });
  await insertRecent(database, { snapshot: token, prefixes: NO_PREFIXES, editId, now });
  await pruneBefore(database, { editId });
}

async function insertRecent(
  database: Database,
  { snapshot, prefixes, editId, now }: { snapshot: string; prefixes: Uint32Array; editId: number; now: number },
): Promise<void> {
  const sha256 = digestOf(prefixes);
  await insertFile(database, {
    token: `${versionOf('r', editId)}-${snapshot.slice(-TOKEN_DIGITS)}${sha256.slice(0, TOKEN_DIGITS)}`,
    kind: 'recent',
    fromToken: snapshot,
    algoVersion: ALGO_VERSION,
    version: await nextVersion(database, 'recent', now),
    count: prefixes.length,
    sha256,
    body: encodePrefixes(prefixes),
    editId,
  });
}

/** The increasing part of a token: algorithm version and last edit of the file. */
const versionOf = (kind: 's' | 'r', editId: number): string => `${kind}${ALGO_VERSION}.${editId}`;

async function prefixesOf(database: Database, token: string): Promise<Uint32Array> {
  const file = await readFile(database, token);
  if (!file) throw new Error(`The published list file ${token} is missing`);
  return decodePrefixes(file.body);
}

/** Every listed prefix, sorted and distinct. Packing in the database takes a tenth of the time of reading rows. */
async function listedPrefixes(database: Database): Promise<Uint32Array> {
  const [row] = await rowsOf<{ packed: Uint8Array | null }>(
    database,
    sql`select string_agg(substring(hash from 1 for 4), ''::bytea order by hash) as packed from listed_expressions`,
  );
  return Uint32Array.from(new Set(row?.packed ? unpackPrefixes(row.packed) : []));
}

/** Caches the decoded prefixes of the newest snapshot. */
export class SnapshotCache {
  #cached: { readonly token: string; readonly prefixes: Uint32Array } | null = null;

  async read(database: Database, token: string): Promise<Uint32Array> {
    if (this.#cached?.token === token) return this.#cached.prefixes;
    const prefixes = await prefixesOf(database, token);
    this.#cached = { token, prefixes };
    return prefixes;
  }
}

/** Both sets hold strictly increasing prefixes. */
type ListState = { readonly snapshot: Uint32Array; readonly recent: Uint32Array };

/** `removed`: entries of the snapshot that are no longer listed; `recent`: listed entries that are not in the snapshot. */
type EditedState = { readonly removed: ReadonlySet<number>; readonly recent: Uint32Array };

/** Applies edits in order. The cost grows with the edits, not with the list. */
export function applyEdits(
  state: ListState,
  edits: Iterable<{ readonly added: Uint32Array; readonly removed: Uint32Array }>,
): EditedState {
  const recent = new Set(state.recent);
  const removed = new Set<number>();
  for (const edit of edits) {
    for (const prefix of edit.removed) {
      if (!recent.delete(prefix) && includes(state.snapshot, prefix)) removed.add(prefix);
    }
    for (const prefix of edit.added) {
      if (!removed.delete(prefix) && !includes(state.snapshot, prefix)) recent.add(prefix);
    }
  }
  return { removed, recent: Uint32Array.from(recent).sort() };
}

/** The snapshot without the removed entries and with the recent ones. */
export function foldedSnapshot(snapshot: Uint32Array, { removed, recent }: EditedState): Uint32Array {
  const folded = new Uint32Array(snapshot.length - removed.size + recent.length);
  let written = 0;
  let next = 0;
  for (const prefix of snapshot) {
    if (removed.has(prefix)) continue;
    while (next < recent.length && recent[next]! < prefix) folded[written++] = recent[next++]!;
    folded[written++] = prefix;
  }
  folded.set(recent.subarray(next), written);
  return folded;
}

function includes(sorted: Uint32Array, prefix: number): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < prefix) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === prefix;
}

/**
 * Raises all versions after a restore: clients reject lower ones than theirs.
 * @returns false if nothing is published yet
 */
export async function republish(database: Database, now: number): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.publishing);
    const published = await readPublished(transaction, ALGO_VERSION);
    if (!published) return false;
    const { snapshot, recent, hot } = published;
    const announced = [snapshot, recent, ...(hot ? [hot] : [])].map(({ id }) => id);
    await transaction.execute(sql`update ${listFiles}
      set version = greatest((select max(version) from ${listFiles} as of_kind where of_kind.kind = list_files.kind) + 1, ${now}::bigint)
      where ${inArray(listFiles.id, announced)}
        or id in (select max(id) from ${listFiles} where organization_id is not null group by organization_id, kind)`);
    return true;
  });
}

/**
 * How often removals make a new snapshot, which costs each client a new list; until then the removed entries of the hot
 * tier and those confirmed before stay blocked. The first `prompt` of an hour are published at once, each further one
 * after a pause that grows by `stepMs`; a person's removal waits at most `urgentMs`.
 */
export type SnapshotPace = { readonly prompt: number; readonly stepMs: number; readonly urgentMs: number };

const HOUR_MS = 3_600_000;

/**
 * Constant removals then make about fourteen snapshots an hour, four minutes apart. Changes are offered from the last
 * 24 snapshots: even at one in three seconds they cover more than the time between two polls of a client.
 */
export const SNAPSHOT_PACE: SnapshotPace = { prompt: 6, stepMs: 30_000, urgentMs: 3_000 };

/** When the next snapshot may be published, in ms since epoch. @param isUrgent whether a person removed an entry */
export function nextSnapshotAt(
  { snapshot, earlier }: PublishedList,
  { prompt, stepMs, urgentMs }: SnapshotPace,
  now: number,
  isUrgent = false,
): number {
  // The clock went back, so the age of the last snapshot is unknown.
  if (snapshot.version > now) return now;
  const ofHour = [snapshot, ...earlier].filter(({ version }) => version > now - HOUR_MS).length;
  const pause = Math.max(0, ofHour + 1 - prompt) * stepMs;
  return snapshot.version + (isUrgent ? Math.min(pause, urgentMs) : pause);
}
