import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { AssetStatus } from '../../../api/asset/asset.ts';
import { type Database, LOCKS, lock, manyRowsOf, rowsOf } from '../../database/database.ts';
import { keepHorizon } from '../../database/keyset.ts';
import type { ImportChange } from '../../database/schema/import.ts';
import { announceDetailChange, applyTransitions, type Transition } from '../listing/decision.ts';
import { type AssetRow, assetDigest, claimAssets, type ListingEntry } from '../listing/entry.ts';
import { liftedUnderOtherName } from '../listing/expression-row.ts';
import { SAYINGS } from '../listing/membership.ts';
import type { ImportEntry, WriteResult } from './format/entry.ts';

/** Entries of one transaction: large enough to be fast, small enough that requests are answered in between. */
const CHUNK_SIZE = 1_000;

/** Receives the changes of each chunk in its transaction, and may abort the import by throwing. */
export type ChunkRecorder = (transaction: Database, changes: readonly ImportChange[]) => Promise<void>;

/**
 * Stores lists in chunks, each a transaction, so that others are answered; after an interrupted write the same import
 * completes it. Of lists that disagree the most trusted decides, and a person's decision is kept, with and without
 * `www.`.
 */
export const listWriter =
  (database: Database, record: ChunkRecorder = async () => {}) =>
  async (entries: readonly ImportEntry[], onProgress: (stored: number) => void): Promise<WriteResult> => {
    const total = { created: 0, changed: 0, unchanged: 0 };
    await inChunks(entries, async (chunk, done) => {
      const written = await database.transaction(async (transaction) => {
        await lock(transaction, LOCKS.listing);
        return writeChunk(transaction, chunk, record);
      });
      total.created += written.created;
      total.changed += written.changed;
      total.unchanged += written.unchanged;
      onProgress(done);
    });
    return total;
  };

/** A transaction of a chunk, which alone changes what is listed meanwhile. */
export const listingTransaction = <T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> =>
  database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.listing);
    await keepHorizon(transaction);
    return work(transaction);
  });

/** Works through a long list in chunks, each in a turn of the event loop of its own. */
export async function inChunks<T>(
  all: readonly T[],
  work: (chunk: readonly T[], done: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < all.length; start += CHUNK_SIZE) {
    await work(all.slice(start, start + CHUNK_SIZE), Math.min(all.length, start + CHUNK_SIZE));
    await turn();
  }
}

type Claimed = { readonly digest: string; readonly entry: ListingEntry; readonly row: AssetRow };

async function writeChunk(
  transaction: Database,
  chunk: readonly ImportEntry[],
  record: ChunkRecorder,
): Promise<WriteResult> {
  const all = new Map(chunk.map(listingEntry).map((entry) => [assetDigest(entry.asset), entry]));
  const entries = await withoutUnchanged(transaction, all);
  if (entries.size === 0) {
    await record(transaction, []);
    return { created: 0, changed: 0, unchanged: all.size };
  }
  // Not before: most of a list is known when it is imported again, and meanwhile lists can be read.
  await keepHorizon(transaction);
  const lifted = await liftedUnderOtherName(
    transaction,
    [...entries.values()].flatMap(({ status, asset }) => (status === 'BLOCKED' ? [asset] : [])),
  );
  const rows = await claimAssets(
    transaction,
    [...entries].map(([digest, entry]) => (lifted.has(digest) ? { ...entry, ...UNDECIDED } : entry)),
  );
  const claimed = [...entries].map(([digest, entry]) => ({ digest, entry, row: rows.get(digest)! }));
  const changes = await recordMemberships(transaction, claimed);
  await record(transaction, changes);
  await renewReasons(transaction, claimed, changes);
  const following = claimed.filter(({ digest }) => !lifted.has(digest));
  const created: Transition[] = following
    .filter(({ row }) => row.isNew)
    .map(({ entry, row }) => ({ assetId: row.id, from: 'UNKNOWN', isNew: true, entry }));
  const changed = await changesOf(
    transaction,
    following.filter(({ row }) => !row.isNew),
  );
  await applyTransitions(transaction, [...created, ...changed]);
  return {
    created: created.length,
    changed: changed.length,
    unchanged: all.size - created.length - changed.length,
  };
}

/** The entries, by digest, that their source does not list like this already: what it says about the others is known. */
async function withoutUnchanged(
  transaction: Database,
  entries: ReadonlyMap<string, ListingEntry>,
): Promise<ReadonlyMap<string, ListingEntry>> {
  const given = [...entries].map(([digest, { source, status, reason }]) => ({ digest, source, status, reason }));
  const rows = await manyRowsOf<{ digest: string }>(
    transaction,
    // Scalar subqueries: without statistics, PostgreSQL would plan a join over the whole table.
    sql`select given.digest
      from json_to_recordset(${JSON.stringify(given)}::text::json)
        as given (digest text, source text, status text, reason text)
      where (
        select left_at is null and (listed.status, listed.reason) is not distinct from (given.status, given.reason)
        from list_memberships as listed where listed.source = given.source
          and asset_id = (select id from assets where digest = decode(given.digest, 'hex')))`,
  );
  const unchanged = new Set(rows.map(({ digest }) => digest));
  return new Map([...entries].filter(([digest]) => !unchanged.has(digest)));
}

const UNDECIDED = { status: 'UNKNOWN', decidedBy: 'NOBODY', source: null, reason: null } as const;

const listingEntry = ({ type, content, status, reason, source }: ImportEntry): ListingEntry => ({
  asset: { type, content },
  status,
  decidedBy: 'LIST',
  source,
  reason,
});

/** @returns the former entry of each asset */
async function recordMemberships(transaction: Database, claimed: readonly Claimed[]): Promise<ImportChange[]> {
  const given = JSON.stringify(
    claimed.map(({ row, entry: { source, status, reason } }) => ({ asset_id: row.id, source, status, reason })),
  );
  const recordset = sql`json_to_recordset(${given}::text::json)
      as given (asset_id bigint, source text, status text, reason text)`;
  const rows = await rowsOf<{ asset_id: number | string; status: AssetStatus | null; reason: string | null }>(
    transaction,
    sql`with given as (select * from ${recordset}), before as (
        select given.asset_id, list_memberships.status, list_memberships.reason from given
        left join list_memberships on list_memberships.asset_id = given.asset_id and list_memberships.source = given.source
      ), written as (
        insert into list_memberships (asset_id, source, status, reason)
        select * from given
        on conflict (asset_id, source) do update set status = excluded.status, reason = excluded.reason, left_at = null
      ) select * from before`,
  );
  return rows.map(({ asset_id, status, reason }) => [Number(asset_id), status, reason]);
}

async function renewReasons(
  transaction: Database,
  claimed: readonly Claimed[],
  changes: readonly ImportChange[],
): Promise<void> {
  const renewed = new Set(changes.flatMap(([assetId, status]) => (status === null ? [] : [assetId])));
  const given = claimed
    .filter(({ row }) => renewed.has(row.id))
    .map(({ row, entry: { source, status, reason } }) => ({ asset_id: row.id, source, status, reason }));
  if (given.length === 0) return;
  const rows = await rowsOf<{ id: number | string }>(
    transaction,
    sql`
    update assets set reason = given.reason, updated_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(given)}::text::json)
      as given (asset_id bigint, source text, status text, reason text)
    where assets.id = given.asset_id and decided_by = 'LIST' and assets.source = given.source
      and assets.status = given.status and assets.reason is distinct from given.reason
    returning assets.id`,
  );
  const renewedIds = new Set(rows.map(({ id }) => Number(id)));
  await announceDetailChange(
    transaction,
    claimed
      .filter(({ row, entry }) => renewedIds.has(row.id) && entry.status === 'BLOCKED')
      .map(({ entry }) => entry.asset),
  );
}

/** The known assets whose status follows from the lists and is now another. */
async function changesOf(transaction: Database, known: readonly Claimed[]): Promise<Transition[]> {
  const open = known.filter(({ row }) => row.decidedBy === 'LIST' || row.decidedBy === 'NOBODY');
  if (open.length === 0) return [];
  const rows = await rowsOf<{ asset_id: number | string; status: AssetStatus }>(
    transaction,
    sql`select distinct on (asset_id) asset_id, status from ${SAYINGS} as listed where asset_id in (
        select value::bigint from json_array_elements_text(${JSON.stringify(open.map(({ row }) => row.id))}::text::json))
      order by asset_id, rank, source`,
  );
  const statuses = new Map(rows.map(({ asset_id, status }) => [Number(asset_id), status]));
  return open
    .filter(({ row }) => (statuses.get(row.id) ?? row.status) !== row.status)
    .map(({ row, entry }) => ({
      assetId: row.id,
      from: row.status,
      isNew: false,
      entry: { ...entry, status: statuses.get(row.id)! },
    }));
}
