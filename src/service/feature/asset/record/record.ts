import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { assetSearch } from '../../../../api/asset/asset-record.ts';
import type { ResponseOf } from '../../../../api/operation.ts';
import { type Database, rowsOf } from '../../../database/database.ts';
import { organizations } from '../../../database/schema/organization.ts';
import { reportAssets, reports } from '../../../database/schema/report.ts';
import { takedowns } from '../../../database/schema/takedown.ts';
import { timesInText } from '../../../http/implementation.ts';
import { watchStatus } from '../list-page.ts';
import { consumersOf } from './consumption.ts';
import { idArray, type StoredAsset, type Viewer, viewersOf } from './lookup.ts';

type AssetRecord = ResponseOf<typeof assetSearch>;

const MAX_REPORTS = 100;

/** The record of an asset, with what the viewer may know. */
export async function recordOf(database: Database, viewer: Viewer, asset: StoredAsset): Promise<AssetRecord> {
  const { id, content, type, status, watchedAt } = asset;
  const times = await timesFor(database, viewer, asset);
  const takedown = await latestTakedown(database, viewer, id);
  return {
    asset: timesInText({ id, content, type, status, watchStatus: watchStatus(watchedAt), ...times }),
    reports: (await reportsOn(database, viewer, id, MAX_REPORTS)).map(({ slug: _, ...report }) => timesInText(report)),
    ...(takedown ? { takedown } : {}),
    blockedBy: await consumersOf(database, viewer, asset),
  };
}

/** Since when a viewer can know of an asset, and its last change, as lists have it: neither reveals what others reported. */
async function timesFor(database: Database, viewer: Viewer, { id, createdAt, updatedAt }: StoredAsset) {
  const [known] = await rowsOf<{ first: Date | string | null; last: Date | string }>(
    database,
    sql`select least(min(created_at), (select min(changed_at) from asset_changes where asset_id = ${id})) as first,
        greatest(max(since), ${updatedAt.toISOString()}::timestamptz) as last
      from asset_viewers where asset_id = ${id} and viewer = any(${idArray(viewersOf(viewer))})`,
  );
  return { createdAt: new Date(known!.first ?? createdAt), updatedAt: new Date(known!.last) };
}

/** The reports of a viewer's own that name an asset, newest first. */
export const reportsOn = (database: Database, { keyId, organizationIds }: Viewer, assetId: number, most: number) =>
  database
    .select({
      id: reports.id,
      title: reports.title,
      status: reports.status,
      createdAt: reports.createdAt,
      slug: sql<string | null>`coalesce(${organizations.portalSlug}, ${organizations.slug})`,
    })
    .from(reports)
    .innerJoin(reportAssets, eq(reportAssets.reportId, reports.id))
    .leftJoin(organizations, eq(organizations.id, reports.organizationId))
    .where(
      and(
        eq(reportAssets.assetId, assetId),
        or(
          sql`${reports.organizationId} = any(${idArray(organizationIds)})`,
          sql`${reports.organizationId} is null and ${reports.apiKeyId} = ${keyId}`,
        ),
      ),
    )
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(most);

async function latestTakedown(
  database: Database,
  { organizationIds }: Viewer,
  assetId: number,
): Promise<AssetRecord['takedown'] | null> {
  if (organizationIds.length === 0) return null;
  const { id, status, createdAt, updatedAt, tasks } = takedowns;
  const [takedown] = await database
    .select({ id, status, createdAt, updatedAt, tasks })
    .from(takedowns)
    .where(and(eq(takedowns.assetId, assetId), inArray(takedowns.organizationId, [...organizationIds])))
    .orderBy(desc(takedowns.createdAt), desc(takedowns.id))
    .limit(1);
  return takedown ? timesInText(takedown) : null;
}
