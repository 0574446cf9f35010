import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { ALGO_VERSION } from '../../../asset/index.ts';
import { encodeHot, type HotEntry } from '../../../blocklist/codec/artifact.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import type { assets } from '../../database/schema/asset.ts';
import { listFiles } from '../../database/schema/list.ts';
import { listedHashesOf } from '../../feature/listing/expression-row.ts';
import { insertFile, type ListFile, nextVersion, pruneEntries } from './list-file.ts';

const REPORT_DAYS = 90;
/** More than one, because some of the latest changes were undone or concern the same asset. */
const CHANGES_PER_ENTRY = 4;
/** Maximum characters of a reason or source: many entries share one file. */
const MAX_WORD_LENGTH = 200;

/**
 * Publishes the full hashes of the `limit` entries that people are likeliest to meet, unless the `last` file has the
 * same.
 */
export async function publishHot(database: Database, last: ListFile | null, limit: number): Promise<void> {
  const entries = await likeliestEntries(database, limit);
  const body = encodeEntries(entries);
  const sha256 = createHash('sha256').update(body).digest('hex');
  if (last?.sha256 === sha256) return;
  const version = await nextVersion(database, 'hot');
  await insertFile(database, {
    token: `h${ALGO_VERSION}.${version}-${sha256.slice(0, 16)}`,
    kind: 'hot',
    algoVersion: ALGO_VERSION,
    version,
    count: entries.size,
    sha256,
    body,
  });
  await pruneEntries(database, eq(listFiles.kind, 'hot'));
}

type LikelyAsset = Pick<typeof assets.$inferSelect, 'type' | 'content' | 'reason' | 'source'>;

/** The assets most reported in {@link REPORT_DAYS} days, then the most recently blocked ones, without duplicates. */
async function likeliestEntries(database: Database, limit: number): Promise<HashedEntries> {
  const reported = await rowsOf<LikelyAsset>(
    database,
    sql`select assets.type, assets.content, assets.reason, assets.source from assets join (
        select report_assets.asset_id, count(*) as times, max(reports.created_at) as last_at
        from report_assets join reports on reports.id = report_assets.report_id
        where reports.created_at > now() - make_interval(days => ${REPORT_DAYS})
        group by report_assets.asset_id
      ) as reported on reported.asset_id = assets.id
      where assets.status = 'BLOCKED'
      order by reported.times desc, reported.last_at desc, assets.id desc limit ${limit}`,
  );
  const recent = await lastBlocked(database, limit);
  const byHash = new Map<string, EntryWords>();
  const likely = [...reported, ...recent];
  for (const [index, hash] of (await listedHashesOf(database, likely)).entries())
    if (byHash.size < limit && !byHash.has(hash)) byHash.set(hash, entryWords(likely[index]!));
  return byHash;
}

/** The most recently blocked assets, by a range of ids: sorting a whole changelog would block the database. */
async function lastBlocked(database: Database, limit: number): Promise<LikelyAsset[]> {
  const [newest] = await rowsOf<{ id: number | string | null }>(database, sql`select max(id) as id from asset_changes`);
  const last = Number(newest?.id ?? 0);
  return rowsOf<LikelyAsset>(
    database,
    sql`select assets.type, assets.content, assets.reason, assets.source
      from asset_changes change join assets on assets.id = change.asset_id
      where change.id between ${last - CHANGES_PER_ENTRY * (limit + 1)} and ${last}
        and change.to_status = 'BLOCKED' and assets.status = 'BLOCKED'
      order by change.id desc limit ${limit}`,
  );
}

type EntryWords = NonNullable<HotEntry['words']>;
/** Entries by full hash, hexadecimal. */
export type HashedEntries = ReadonlyMap<string, EntryWords>;

/** What an entry says beside its hash. */
export const entryWords = ({ type, reason, source }: Pick<LikelyAsset, 'type' | 'reason' | 'source'>): EntryWords => ({
  type,
  ...(reason ? { reason: reason.slice(0, MAX_WORD_LENGTH) } : {}),
  ...(source ? { source: source.slice(0, MAX_WORD_LENGTH) } : {}),
});

/** The bytes of a file of entries, sorted by hash. */
export const encodeEntries = (entries: HashedEntries): Uint8Array =>
  encodeHot(
    [...entries]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([hash, words]) => ({ hash: Buffer.from(hash, 'hex'), words })),
  );
