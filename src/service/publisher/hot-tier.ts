import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { ALGO_VERSION } from '../../asset/index.ts';
import type { AssetType } from '../../asset/type.ts';
import { encodeHashes, HASH_BYTES, MAX_HASHES } from '../../blocklist/artifact.ts';
import type { Database } from '../database/connection.ts';
import { rowsOf } from '../database/rows.ts';
import { listedHashes } from '../listing/entry.ts';
import { insertFile, type ListFile, nextVersion, pruneHot } from './list-file.ts';

/** Reports of this many days tell what people meet now. */
const REPORT_DAYS = 90;

/**
 * Publishes the full hashes of the entries that people are likeliest to meet, unless they are those of the last file.
 * @param last the hot file that is published now
 */
export async function publishHot(database: Database, last: ListFile | null): Promise<void> {
  const packed = Buffer.from((await likeliestHashes(database)).join(''), 'hex');
  const sha256 = createHash('sha256').update(packed).digest('hex');
  if (last?.sha256 === sha256) return;
  const version = await nextVersion(database, 'hot');
  await insertFile(database, {
    token: `h${ALGO_VERSION}.${version}-${sha256.slice(0, 16)}`,
    kind: 'hot',
    algoVersion: ALGO_VERSION,
    version,
    count: packed.length / HASH_BYTES,
    sha256,
    body: encodeHashes(packed),
    editId: 0,
  });
  await pruneHot(database);
}

type LikelyAsset = { readonly type: AssetType; readonly content: string };

/** First what most people reported lately, then what was blocked last. Sorted hexadecimal hashes, each once. */
async function likeliestHashes(database: Database): Promise<string[]> {
  const reported = await rowsOf<LikelyAsset>(
    database,
    sql`select assets.type, assets.content from assets join (
        select report_assets.asset_id, count(*) as times, max(reports.created_at) as last_at
        from report_assets join reports on reports.id = report_assets.report_id
        where reports.created_at > now() - make_interval(days => ${REPORT_DAYS})
        group by report_assets.asset_id
      ) as told on told.asset_id = assets.id
      where assets.status = 'BLOCKED'
      order by told.times desc, told.last_at desc, assets.id desc limit ${MAX_HASHES}`,
  );
  const recent = await rowsOf<LikelyAsset>(
    database,
    sql`select assets.type, assets.content from (
        select asset_id, changed_at, id from asset_changes where to_status = 'BLOCKED'
        order by changed_at desc, id desc limit ${MAX_HASHES}
      ) as change join assets on assets.id = change.asset_id
      where assets.status = 'BLOCKED' order by change.changed_at desc, change.id desc`,
  );
  const hashes = new Set<string>();
  for (const asset of [...reported, ...recent]) {
    if (hashes.size >= MAX_HASHES) break;
    for (const hash of listedHashes(asset)) hashes.add(hash);
  }
  return [...hashes].slice(0, MAX_HASHES).sort();
}
