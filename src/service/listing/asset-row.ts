import { sql } from 'drizzle-orm';
import type { AssetStatus } from '../../api/asset/asset.ts';
import type { Database } from '../database/database.ts';
import { rowsOf } from '../database/rows.ts';
import type { Decider } from '../database/schema/asset.ts';
import { assetDigest, type ListingEntry } from './entry.ts';

/** What the database knows about an asset; `isNew` when the same transaction has just written it. */
export type AssetRow = {
  readonly id: number;
  readonly status: AssetStatus;
  readonly decidedBy: Decider;
  readonly isNew: boolean;
};

/**
 * The rows of assets by digest, locked until the transaction ends. An asset that has no row gets one with the status of
 * its entry; one that has a row keeps its status. Entries must be distinct. Rows are taken in the order of their digests,
 * so that two writers never wait for each other.
 */
export async function claimAssets(
  transaction: Database,
  entries: readonly ListingEntry[],
): Promise<Map<string, AssetRow>> {
  const ordered = entries.map((entry) => ({ ...entry, digest: assetDigest(entry.asset) })).sort(byDigest);
  const given = JSON.stringify(
    ordered.map(({ digest, asset, status, decidedBy, source, reason }) => ({
      digest,
      type: asset.type,
      content: asset.content,
      status,
      decided_by: decidedBy,
      source,
      reason,
    })),
  );
  const created = await rowsOf<{ id: number | string; digest: string }>(
    transaction,
    sql`insert into assets (digest, type, content, status, decided_by, source, reason, decided_at, updated_at)
      select decode(digest, 'hex'), type, content, status, decided_by, source, reason,
        case when status <> 'UNKNOWN' then now() end, clock_timestamp()
      from json_to_recordset(${given}::text::json)
        as given (digest text, type text, content text, status text, decided_by text, source text, reason text)
      on conflict (digest) do nothing
      returning id, encode(digest, 'hex') as digest`,
  );
  const rows = new Map<string, AssetRow>();
  const statuses = new Map(ordered.map((entry) => [entry.digest, entry]));
  for (const { id, digest } of created) {
    const { status, decidedBy } = statuses.get(digest)!;
    rows.set(digest, { id: Number(id), status, decidedBy, isNew: true });
  }
  const others = ordered.filter(({ digest }) => !rows.has(digest)).map(({ digest }) => digest);
  for (const [digest, row] of await lockedAssets(transaction, others)) rows.set(digest, row);
  return rows;
}

async function lockedAssets(transaction: Database, digests: readonly string[]): Promise<Map<string, AssetRow>> {
  if (digests.length === 0) return new Map();
  const rows = await rowsOf<{ id: number | string; digest: string; status: AssetStatus; decided_by: Decider }>(
    transaction,
    sql`select id, encode(digest, 'hex') as digest, status, decided_by from assets
      where digest in (select decode(value, 'hex') from json_array_elements_text(${JSON.stringify(digests)}::text::json))
      order by digest for update`,
  );
  return new Map(
    rows.map((row) => [
      row.digest,
      { id: Number(row.id), status: row.status, decidedBy: row.decided_by, isNew: false },
    ]),
  );
}

const byDigest = (a: { digest: string }, b: { digest: string }) => (a.digest < b.digest ? -1 : 1);
