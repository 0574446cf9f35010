import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { ALGO_VERSION } from '../../asset/index.ts';
import type { AssetType } from '../../asset/type.ts';
import { encodeHot, type HotEntry } from '../../blocklist/codec/artifact.ts';
import type { Database } from '../database/database.ts';
import { rowsOf } from '../database/rows.ts';
import { listedHashesOf } from '../listing/expression-row.ts';
import { insertFile, type ListFile, nextVersion, pruneHot } from './list-file.ts';

/** Reports of this many days tell what people meet now. */
const REPORT_DAYS = 90;
/** Changes looked at for each entry: some of what was blocked lately has been unblocked, or was blocked twice. */
const LOOKED_AT = 4;
/** Characters of a reason or source: the words of many entries share one file. */
const MAX_WORD_LENGTH = 200;

/**
 * Publishes the full hashes of the entries that people are likeliest to meet, unless they are those of the last file.
 * @param last the hot file that is published now
 * @param most the most entries it may have
 */
export async function publishHot(database: Database, last: ListFile | null, most: number): Promise<void> {
  const entries = await likeliestEntries(database, most);
  const body = encodeHot(entries);
  const sha256 = createHash('sha256').update(body).digest('hex');
  if (last?.sha256 === sha256) return;
  const version = await nextVersion(database, 'hot');
  await insertFile(database, {
    token: `h${ALGO_VERSION}.${version}-${sha256.slice(0, 16)}`,
    kind: 'hot',
    algoVersion: ALGO_VERSION,
    version,
    count: entries.length,
    sha256,
    body,
    editId: 0,
  });
  await pruneHot(database);
}

type LikelyAsset = {
  readonly type: AssetType;
  readonly content: string;
  readonly reason: string | null;
  readonly source: string | null;
};

/** First what most people reported lately, then what was blocked last. By hash, each once. */
async function likeliestEntries(database: Database, most: number): Promise<HotEntry[]> {
  const reported = await rowsOf<LikelyAsset>(
    database,
    sql`select assets.type, assets.content, assets.reason, assets.source from assets join (
        select report_assets.asset_id, count(*) as times, max(reports.created_at) as last_at
        from report_assets join reports on reports.id = report_assets.report_id
        where reports.created_at > now() - make_interval(days => ${REPORT_DAYS})
        group by report_assets.asset_id
      ) as told on told.asset_id = assets.id
      where assets.status = 'BLOCKED'
      order by told.times desc, told.last_at desc, assets.id desc limit ${most}`,
  );
  const recent = await lastBlocked(database, most);
  const byHash = new Map<string, LikelyAsset>();
  const likely = [...reported, ...recent];
  for (const [index, hash] of (await listedHashesOf(database, likely)).entries())
    if (byHash.size < most && !byHash.has(hash)) byHash.set(hash, likely[index]!);
  return [...byHash]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([hash, asset]) => ({ hash: Buffer.from(hash, 'hex'), words: wordsOf(asset) }));
}

/**
 * What was blocked last. The newest changes are a range of ids: sorting the whole changelog of a large list would hold up
 * an embedded database for seconds.
 */
async function lastBlocked(database: Database, most: number): Promise<LikelyAsset[]> {
  const [newest] = await rowsOf<{ id: number | string | null }>(database, sql`select max(id) as id from asset_changes`);
  const last = Number(newest?.id ?? 0);
  return rowsOf<LikelyAsset>(
    database,
    sql`select assets.type, assets.content, assets.reason, assets.source
      from asset_changes change join assets on assets.id = change.asset_id
      where change.id between ${last - LOOKED_AT * (most + 1)} and ${last}
        and change.to_status = 'BLOCKED' and assets.status = 'BLOCKED'
      order by change.id desc limit ${most}`,
  );
}

const wordsOf = ({ type, reason, source }: LikelyAsset): HotEntry['words'] => ({
  type,
  ...(reason ? { reason: reason.slice(0, MAX_WORD_LENGTH) } : {}),
  ...(source ? { source: source.slice(0, MAX_WORD_LENGTH) } : {}),
});
