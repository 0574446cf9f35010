import { and, asc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { ResponseOf } from '../../../../api/operation.ts';
import { NO_GROUP, type organizationAssetList } from '../../../../api/organization/organization-asset.ts';
import type { Database } from '../../../database/database.ts';
import { issue } from '../../../database/refused.ts';
import { assets } from '../../../database/schema/asset.ts';
import { organizationAssets } from '../../../database/schema/organization.ts';
import { Failure } from '../../../http/failure.ts';
import { timesInText } from '../../../http/implementation.ts';
import type { CursorCipher } from '../../../http/request/cursor.ts';

type Query = z.output<typeof organizationAssetList.query>;
type AssetPage = ResponseOf<typeof organizationAssetList>;
export type OwnAsset = AssetPage['assets'][number];

/** Rows that are read at once: each has a description of up to 10,000 characters. */
const BATCH = 50;

const columns = {
  id: assets.id,
  content: assets.content,
  type: assets.type,
  name: organizationAssets.name,
  description: organizationAssets.description,
  groupId: organizationAssets.groupId,
  provenAt: organizationAssets.provenAt,
  createdAt: organizationAssets.createdAt,
  updatedAt: organizationAssets.updatedAt,
};

/** A page of an organization's assets, by id. @throws Failure BAD_REQUEST for a cursor of another list */
export async function readOwnAssets(
  database: Database,
  cursors: CursorCipher,
  organizationId: number,
  { per_page, next_page, slug: _, ...filter }: Query,
): Promise<AssetPage> {
  const use = { operation: 'organizationAssetList', filter: { ...filter, organizationId }, field: 'next_page' };
  const cursor = cursors.for({ ...use, position: z.int(), batch: BATCH });
  const after = cursor.read(next_page);
  const read = (place: typeof after, most: number) =>
    database
      .select(columns)
      .from(organizationAssets)
      .innerJoin(assets, eq(assets.id, organizationAssets.assetId))
      .where(
        and(
          eq(organizationAssets.organizationId, organizationId),
          filter.type && eq(assets.type, filter.type),
          inGroup(filter.groupId),
          matches(filter.query),
          place === null ? undefined : gt(organizationAssets.assetId, place),
        ),
      )
      .orderBy(asc(organizationAssets.assetId))
      .limit(most);
  const page = await cursor.page(after, per_page, read, ({ id }) => id);
  return { assets: page.rows.map(answerOf), next_page: page.next };
}

/** One asset of an organization. @throws Failure NOT_FOUND where it is not the organization's */
export async function readOwnAsset(database: Database, organizationId: number, assetId: number) {
  const [row] = await database
    .select(columns)
    .from(organizationAssets)
    .innerJoin(assets, eq(assets.id, organizationAssets.assetId))
    .where(ownAsset(organizationId, assetId));
  if (!row) throw notOwn(assetId);
  return answerOf(row);
}

export const notOwn = (id: number) => new Failure('NOT_FOUND', issue('notOwnAsset', { id }));

/** Condition: this asset of this organization. */
export const ownAsset = (organizationId: number, assetId: number) =>
  and(eq(organizationAssets.organizationId, organizationId), eq(organizationAssets.assetId, assetId));

function inGroup(groupId: number | undefined): SQL | undefined {
  if (groupId === undefined) return undefined;
  return groupId === NO_GROUP ? isNull(organizationAssets.groupId) : eq(organizationAssets.groupId, groupId);
}

function matches(query: string | undefined): SQL | undefined {
  if (query === undefined || query === '') return undefined;
  const part = (column: SQL) => sql`strpos(lower(${column}), lower(${query})) > 0`;
  return or(part(sql`${assets.content}`), part(sql`coalesce(${organizationAssets.name}, '')`));
}

const answerOf = <Row extends { readonly provenAt: Date | null }>({ provenAt, ...row }: Row) => ({
  ...timesInText(row),
  ownership: provenAt === null ? ('CLAIMED' as const) : ('OWNED' as const),
});
