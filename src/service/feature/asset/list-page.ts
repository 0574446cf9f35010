import { and, asc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import type { assetChangelog, assetList } from '../../../api/asset/asset-listing.ts';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import type { Database } from '../../database/database.ts';
import { behind, type Order, orderOf, readHorizon, within } from '../../database/keyset.ts';
import { assetChanges, assets, assetViewers } from '../../database/schema/asset.ts';
import { timesInText } from '../../http/implementation.ts';
import type { CursorCipher } from '../../http/request/cursor.ts';
import { idArray, type Viewer, viewersOf, visibleTo } from './record/lookup.ts';

const DAY_MS = 86_400_000;

/** The last row of a page, and the start of the range, which the first page fixed; null: open. */
const position = z.object({ at: z.string(), id: z.int(), since: z.nullable(z.string()) });

type Range = { readonly startDate?: string | undefined; readonly endDate?: string | undefined };

const sinceOf = ({ startDate, endDate }: Range): string | null =>
  startDate ?? (endDate === undefined ? new Date(Date.now() - DAY_MS).toISOString() : null);

const CHANGED: Order = { column: assets.updatedAt, id: assets.id, direction: 'asc' };
const SHOWN: Order = { column: assetViewers.since, id: assetViewers.assetId, direction: 'asc' };

const ofOrganization = (organizationId: number): SQL => sql`(
  exists (select from organization_assets where organization_assets.asset_id = assets.id
    and organization_assets.organization_id = ${organizationId})
  or exists (select from report_assets join reports on reports.id = report_assets.report_id
    where report_assets.asset_id = assets.id and reports.organization_id = ${organizationId}))`;

/** Condition: none of these viewers came to know of the asset later. */
const noneSince = (viewers: readonly number[], later: SQL): SQL => sql`not exists (select from asset_viewers seen
  where seen.asset_id = assets.id and seen.viewer = any(${idArray(viewers)}) and ${later})`;

/**
 * A page of the list, by the time of the last change, so that an asset that changes meanwhile is read again and none is
 * missed. Where only some may know of an asset, or own ones are asked for, the moment since which the viewer knows of it
 * counts if it is later, so that it reveals no report of anybody else. @throws Failure BAD_REQUEST for a cursor of another list
 */
export async function readListPage(
  database: Database,
  cursors: CursorCipher,
  viewer: Viewer,
  organizationId: number | null,
  { per_page, next_page, ...filter }: BodyOf<typeof assetList>,
): Promise<ResponseOf<typeof assetList>> {
  const cursor = cursors.for({ operation: 'assetList', filter, field: 'next_page', position });
  const after = cursor.read(next_page);
  const since = after ? after.since : sinceOf(filter);
  const horizon = await readHorizon(database);
  const { id, content, type, status, watchedAt, updatedAt } = assets;
  const fields = { id, content, type, status, watchedAt };
  const isUndecided = filter.status === 'UNKNOWN';
  const all = isUndecided ? viewersOf(viewer) : [];
  const viewers = organizationId === null ? all : [organizationId];
  const read = (place: typeof after, most: number) => {
    const wanted = (order: Order) =>
      and(
        eq(type, filter.type),
        eq(status, filter.status),
        within(order.column, { startDate: since, endDate: filter.endDate }),
        behind(order, place && [place.at, place.id], horizon),
        organizationId === null ? undefined : ofOrganization(organizationId),
      );
    const changed = database
      .select({ ...fields, updatedAt })
      .from(assets)
      .where(
        and(
          wanted(CHANGED),
          isUndecided ? visibleTo(viewer) : undefined,
          viewers.length > 0 ? noneSince(viewers, sql`seen.since > assets.updated_at`) : undefined,
        ),
      )
      .orderBy(...orderOf(CHANGED))
      .limit(most);
    const [first, ...others] = viewers.map((one) =>
      database
        .select({ ...fields, updatedAt: assetViewers.since })
        .from(assetViewers)
        .innerJoin(assets, eq(id, assetViewers.assetId))
        .where(
          and(
            eq(assetViewers.viewer, one),
            gt(assetViewers.since, updatedAt),
            noneSince(viewers, sql`(seen.since, seen.viewer) > (asset_viewers.since, asset_viewers.viewer)`),
            wanted(SHOWN),
          ),
        )
        .orderBy(...orderOf(SHOWN))
        .limit(most),
    );
    return first
      ? unionAll(changed, first, ...others)
          .orderBy(sql`updated_at, id`)
          .limit(most)
      : changed;
  };
  const page = await cursor.page(after, per_page, read, ({ updatedAt, id }) => ({
    at: updatedAt.toISOString(),
    id,
    since,
  }));
  return {
    assets: page.rows.map(({ content, type, status, watchedAt, updatedAt }) =>
      timesInText({ content, type, status, watchStatus: watchStatus(watchedAt), updatedAt }),
    ),
    next_page: page.next,
  };
}

export const watchStatus = (watchedAt: Date | null) => (watchedAt === null ? 'NOT_WATCHED' : 'WATCHED');

/**
 * A page of the changelog, whose ids are given under the lock `listing`, so that reading on from the last misses none.
 * @throws Failure BAD_REQUEST for a cursor of another list
 */
export async function readChangePage(
  database: Database,
  cursors: CursorCipher,
  { per_page, next_page, ...filter }: BodyOf<typeof assetChangelog>,
): Promise<ResponseOf<typeof assetChangelog>> {
  const cursor = cursors.for({ operation: 'assetChangelog', filter, field: 'next_page', position });
  const after = cursor.read(next_page);
  const since = after ? after.since : sinceOf(filter);
  const horizon = await readHorizon(database);
  const read = (place: typeof after, most: number) =>
    database
      .select({
        id: assetChanges.id,
        content: assets.content,
        type: assets.type,
        fromStatus: assetChanges.fromStatus,
        toStatus: assetChanges.toStatus,
        reason: assetChanges.reason,
        changedAt: assetChanges.changedAt,
      })
      .from(assetChanges)
      .innerJoin(assets, eq(assets.id, assetChanges.assetId))
      .where(
        and(
          filter.type === undefined ? undefined : eq(assets.type, filter.type),
          within(assetChanges.changedAt, { startDate: since, endDate: filter.endDate }),
          lt(assetChanges.changedAt, horizon),
          place ? sql`${assetChanges.id} > ${place.id}` : undefined,
        ),
      )
      .orderBy(asc(assetChanges.id))
      .limit(most);
  const page = await cursor.page(after, per_page, read, ({ changedAt, id }) => ({
    at: changedAt.toISOString(),
    id,
    since,
  }));
  return {
    changes: page.rows.map(({ id: _, ...change }) => timesInText(change)),
    next_page: page.next,
  };
}
