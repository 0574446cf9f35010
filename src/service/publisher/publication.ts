import { sql } from 'drizzle-orm';
import { ALGO_VERSION } from '../../asset/index.ts';
import { decodePrefixes, digestOf, encodePrefixes } from '../../blocklist/codec/artifact.ts';
import type { Database } from '../database/database.ts';
import { LOCKS, lock, tryLock } from '../database/lock.ts';
import { rowsOf } from '../database/rows.ts';
import { unpackPrefixes } from '../listing/prefix-edit.ts';
import { relist } from '../listing/relist.ts';
import { publishHot } from './hot-tier.ts';
import {
  insertFile,
  nextVersion,
  type PublishedList,
  pruneBefore,
  readEdits,
  readFile,
  readPublished,
} from './list-file.ts';
import { applyEdits, foldedSnapshot } from './prefix-set.ts';
import { nextSnapshotAt, type SnapshotPace } from './snapshot-pace.ts';

/** More recent additions than this are folded into a new snapshot: every client fetches the recent file whole. */
const MAX_RECENT = 1_000;

/** Digits of a digest in a token, whose edit tells it from all others already: a version document names up to 27 of them. */
const TOKEN_DIGITS = 8;

const NO_PREFIXES = new Uint32Array();

/** Edits that are read again at each publication; more are folded into a new snapshot. */
const MAX_EDITS = 2_000;

/** What a publication goes by. */
export type PublicationRules = {
  /** The most entries that the hot tier may have; 0 while it is not to be looked at. */
  readonly hotEntries: number;
  readonly pace: SnapshotPace;
  /** Now, in ms since epoch. */
  readonly now: number;
};
/** `removalsAt` is when removals that wait are published, in ms since epoch; null where none do. */
export type Publication = { readonly list: PublishedList; readonly removalsAt: number | null };

/**
 * Publishes what was listed or unlisted since the last publication: additions as a new recent file, removals (or too many
 * additions) as a new snapshot, at the pace that is set for those. Of several processes one publishes; the others answer null and
 * look again later.
 * @returns the list as it is now published
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

/** @returns when the removals that wait are due, in ms since epoch; null where none do */
async function publishEdits(
  database: Database,
  published: PublishedList,
  { snapshots, pace, now }: { snapshots: SnapshotCache; pace: SnapshotPace; now: number },
): Promise<number | null> {
  // From the snapshot on, because a removal may have waited through several sets of additions.
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

/**
 * The first publication of a database, or of new rules: the one time that every row is read. What was listed by earlier rules is listed by
 * these in the same transaction, so that of several processes one does it, and one that ends midway leaves all as it was.
 */
async function publishFromRows(database: Database, now: number): Promise<void> {
  await lock(database, LOCKS.listing);
  await relist(database);
  // Edits are forgotten once a snapshot holds them, so the last one may be known from a file only.
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

/** The part of a token that only grows: the rules and the last edit that the file holds. */
const versionOf = (kind: 's' | 'r', editId: number): string => `${kind}${ALGO_VERSION}.${editId}`;

async function prefixesOf(database: Database, token: string): Promise<Uint32Array> {
  const file = await readFile(database, token);
  if (!file) throw new Error(`The published list file ${token} is missing`);
  return decodePrefixes(file.body);
}

/** Every listed prefix, sorted and distinct. The database packs them, which takes a tenth of the time of reading rows. */
async function listedPrefixes(database: Database): Promise<Uint32Array> {
  const [row] = await rowsOf<{ packed: Uint8Array | null }>(
    database,
    sql`select string_agg(substring(hash from 1 for 4), ''::bytea order by hash) as packed from listed_expressions`,
  );
  return Uint32Array.from(new Set(row?.packed ? unpackPrefixes(row.packed) : []));
}

/** The prefixes of the newest snapshot, decoded once. A cache only: the database holds the snapshot. */
export class SnapshotCache {
  #held: { readonly token: string; readonly prefixes: Uint32Array } | null = null;

  async read(database: Database, token: string): Promise<Uint32Array> {
    if (this.#held?.token === token) return this.#held.prefixes;
    const prefixes = await prefixesOf(database, token);
    this.#held = { token, prefixes };
    return prefixes;
  }
}
