import { sql } from 'drizzle-orm';
import type { AssetStatus } from '../../../api/asset/asset.ts';
import { bareTwin, formerExpressions } from '../../../asset/listing/listed-expression.ts';
import type { Asset } from '../../../asset/type.ts';
import { type Database, manyRowsOf, rowsOf } from '../../database/database.ts';
import { prefixOfHex } from '../../database/schema/list.ts';
import { assetDigest, expressionHash, listedHash } from './entry.ts';
import { topSitesOf } from './reach.ts';

type ListedAsset = { readonly assetId: number; readonly asset: Asset };

type ExpressionRow = { readonly asset_id: number; readonly hash: string };

/** The rows of blocked assets by the current rules. */
export async function expressionRows(database: Database, listed: readonly ListedAsset[]): Promise<ExpressionRow[]> {
  const hashes = await listedHashesOf(
    database,
    listed.map(({ asset }) => asset),
  );
  return listed.map(({ assetId }, index) => ({ asset_id: assetId, hash: hashes[index]! }));
}

/** The hashes of assets in order. A site with `www.` is listed as its twin, unless that is allowed or much visited. */
export async function listedHashesOf(database: Database, assets: readonly Asset[]): Promise<string[]> {
  const twins = assets.map(bareTwin);
  const given = twins.filter((twin) => twin !== null);
  const allowed = await withStatus(database, given, 'ALLOWED');
  const visited =
    given.length === 0
      ? null
      : await topSitesOf(
          database,
          given.map(({ content }) => content),
        );
  return assets.map((asset, index) => {
    const twin = twins[index] ?? null;
    return listedHash(asset, twin !== null && (allowed.has(assetDigest(twin)) || visited?.has(twin.content)));
  });
}

/** The blocked assets that an entry of the list stands for besides an asset: other spellings of it, and its name with or without `www.`. */
export async function listedTogether(database: Database, asset: Asset): Promise<Asset[]> {
  const [hash] = await listedHashesOf(database, [asset]);
  const rows = await rowsOf<Asset>(
    database,
    sql`select assets.type, assets.content from listed_expressions join assets on assets.id = listed_expressions.asset_id
      where hash = decode(${hash}, 'hex') order by assets.id`,
  );
  return rows.filter(({ type, content }) => type !== asset.type || content !== asset.content);
}

/** All rows that assets may have, by current or earlier rules, except `staying`. */
export function formerRows(listed: readonly ListedAsset[], staying: readonly ExpressionRow[] = []): ExpressionRow[] {
  const kept = new Set(staying.map(nameOf));
  return listed
    .flatMap(({ assetId, asset }) =>
      formerExpressions(asset).map((expression) => ({ asset_id: assetId, hash: expressionHash(expression) })),
    )
    .filter((row) => !kept.has(nameOf(row)));
}

const nameOf = ({ asset_id, hash }: ExpressionRow): string => `${asset_id} ${hash}`;

/** The blocked `www.` sites whose rows change because their twins become allowed or are no longer allowed. */
export async function twinsToRelist(
  database: Database,
  changes: readonly {
    readonly from: AssetStatus;
    readonly entry: { readonly asset: Asset; readonly status: AssetStatus };
  }[],
): Promise<ListedAsset[]> {
  const twins = changes
    .filter(({ from, entry }) => from === 'ALLOWED' || entry.status === 'ALLOWED')
    .flatMap(({ entry: { asset } }) => withWww(asset) ?? []);
  const blocked = await withStatus(database, twins, 'BLOCKED');
  return twins.flatMap((asset) => {
    const assetId = blocked.get(assetDigest(asset));
    return assetId === undefined ? [] : [{ assetId, asset }];
  });
}

/**
 * The digests of sites that a person took off the list with or without `www.`, which are one: lists do not block them.
 */
export async function liftedUnderOtherName(database: Database, assets: readonly Asset[]): Promise<ReadonlySet<string>> {
  const twins = assets.flatMap((asset) => {
    const twin = bareTwin(asset) ?? withWww(asset);
    return twin === null ? [] : [{ of: assetDigest(asset), digest: assetDigest(twin) }];
  });
  if (twins.length === 0) return new Set();
  const rows = await rowsOf<{ digest: string }>(
    database,
    sql`select encode(digest, 'hex') as digest from assets
      where status = 'UNKNOWN' and decided_by in ('OPERATOR', 'REVIEW', 'DISPUTE') and digest in (
        select decode(value, 'hex') from json_array_elements_text(${JSON.stringify(twins.map(({ digest }) => digest))}::text::json))`,
  );
  const lifted = new Set(rows.map(({ digest }) => digest));
  return new Set(twins.filter(({ digest }) => lifted.has(digest)).map(({ of }) => of));
}

/** The site with `www.` that is one with a site; null where they are two. */
function withWww({ type, content }: Asset): Asset | null {
  const twin = { type, content: `www.${content}` };
  return bareTwin(twin)?.content === content ? twin : null;
}

async function withStatus(
  database: Database,
  assets: readonly Asset[],
  status: AssetStatus,
): Promise<Map<string, number>> {
  if (assets.length === 0) return new Map();
  const rows = await rowsOf<{ id: number | string; digest: string }>(
    database,
    sql`select id, encode(digest, 'hex') as digest from assets where status = ${status} and digest in (
      select decode(value, 'hex') from json_array_elements_text(${JSON.stringify(assets.map(assetDigest))}::text::json))`,
  );
  return new Map(rows.map(({ id, digest }) => [digest, Number(id)]));
}

/** Inserts rows that do not exist yet. */
export async function insertExpressions(transaction: Database, rows: readonly ExpressionRow[]): Promise<void> {
  if (rows.length > 0)
    await transaction.execute(sql`
      insert into listed_expressions (hash, asset_id)
      select decode(hash, 'hex'), asset_id from ${hashRecordset(rows)} on conflict do nothing`);
}

/** Prefixes of deleted rows: all of them, and those that no other row has. */
type Deletion = { readonly deleted: ReadonlySet<number>; readonly removed: ReadonlySet<number> };

/** Deletes the rows that exist. */
export async function deleteExpressions(transaction: Database, rows: readonly ExpressionRow[]): Promise<Deletion> {
  const gone =
    rows.length === 0
      ? []
      : await manyRowsOf<ExpressionRow>(
          transaction,
          sql`delete from listed_expressions using ${hashRecordset(rows)}
            where listed_expressions.hash = decode(given.hash, 'hex') and listed_expressions.asset_id = given.asset_id
            returning given.asset_id, given.hash`,
        );
  if (gone.length === 0) return { deleted: new Set(), removed: new Set() };
  const kept = await rowsOf<{ hash: string }>(
    transaction,
    // A scalar subquery with a limit: PostgreSQL would plan an EXISTS over a range as a join over the whole table.
    sql`select given.hash from ${hashRecordset(gone)} where (
      select true from listed_expressions where hash >= decode(left(given.hash, 8), 'hex')
        and hash <= decode(rpad(left(given.hash, 8), 64, 'f'), 'hex') limit 1)`,
  );
  const stillListed = new Set(kept.map(({ hash }) => prefixOfHex(hash)));
  const deleted = new Set(gone.map(({ hash }) => prefixOfHex(hash)));
  return { deleted, removed: new Set([...deleted].filter((prefix) => !stillListed.has(prefix))) };
}

const hashRecordset = (rows: readonly ExpressionRow[]) =>
  sql`json_to_recordset(${JSON.stringify(rows)}::text::json) as given (asset_id bigint, hash text)`;
