import { hash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { AssetStatus } from '../../../api/asset/asset.ts';
import { listedExpression } from '../../../asset/listing/listed-expression.ts';
import type { Asset } from '../../../asset/type.ts';
import { type Database, manyRowsOf } from '../../database/database.ts';
import type { Decider } from '../../database/schema/asset.ts';

/** An asset with its decided status. `source` names a list, or who decided. */
export type ListingEntry = {
  readonly asset: Asset;
  readonly status: AssetStatus;
  readonly decidedBy: Decider;
  readonly source: string | null;
  readonly reason: string | null;
};

/** The key of an asset: SHA-256 of `TYPE:content`, hexadecimal. */
export const assetDigest = ({ type, content }: Asset): string => sha256Hex(`${type}:${content}`);

/** SQL: any of the digests of assets. As bytes, because the index of the column does not know their text. */
export const anyDigestOf = (assets: readonly Asset[]): SQL =>
  sql`any(${`{${assets.map((asset) => `"\\\\x${assetDigest(asset)}"`).join(',')}}`}::bytea[])`;

/**
 * The number of an asset for keys without `read`: 48 bits of its digest, because row ids reveal when it was first
 * reported.
 */
export const publicNumber = (digest: string): number => Number.parseInt(digest.slice(0, 12), 16);

/** The full hash under which an asset is listed, hexadecimal. @param isApart as for `listedExpression` */
export const listedHash = (asset: Asset, isApart = false): string => expressionHash(listedExpression(asset, isApart));

/** The full hash of an expression, hexadecimal. */
export const expressionHash = (expression: string): string => sha256Hex(expression);

/** Same result as `hashExpression`, three times as fast with Node's own SHA-256, which matters for an import of 400,000 hosts. */
const sha256Hex = (text: string): string => hash('sha256', text);

/** `isNew`: the same transaction has just written the row. */
export type AssetRow = {
  readonly id: number;
  readonly status: AssetStatus;
  readonly decidedBy: Decider;
  readonly isNew: boolean;
};

/**
 * The rows of distinct assets by digest, in whose order they are locked. An unknown asset gets the status of its entry.
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
  const created = await manyRowsOf<{ id: number | string; digest: string }>(
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

/** The ids of distinct assets by digest, locked as by {@link claimAssets}; unknown ones become undecided. */
export async function knownAssets(
  transaction: Database,
  named: readonly { readonly asset: Asset }[],
): Promise<Map<string, number>> {
  const undecided = { status: 'UNKNOWN', decidedBy: 'NOBODY', source: null, reason: null } as const;
  const rows = await claimAssets(
    transaction,
    named.map(({ asset }) => ({ asset, ...undecided })),
  );
  return new Map([...rows].map(([digest, { id }]) => [digest, id]));
}

/** The same for one asset. */
export const knownAsset = async (transaction: Database, asset: Asset): Promise<number> =>
  (await knownAssets(transaction, [{ asset }])).get(assetDigest(asset))!;

async function lockedAssets(transaction: Database, digests: readonly string[]): Promise<Map<string, AssetRow>> {
  if (digests.length === 0) return new Map();
  const rows = await manyRowsOf<{ id: number | string; digest: string; status: AssetStatus; decided_by: Decider }>(
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
