import { and, eq, inArray, sql } from 'drizzle-orm';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import type { threatsList } from '../../../api/threat/takedown.ts';
import type { Asset } from '../../../asset/index.ts';
import type { Database } from '../../database/database.ts';
import { behind, keysetPosition, orderOf, readHorizon, within } from '../../database/keyset.ts';
import { assets } from '../../database/schema/asset.ts';
import { reportAssets } from '../../database/schema/report.ts';
import { threats } from '../../database/schema/takedown.ts';
import { timesInText } from '../../http/implementation.ts';
import type { CursorCipher } from '../../http/request/cursor.ts';
import { announceThreats } from '../../jobs/announcement.ts';
import { fileAutomatically } from './takedown.ts';

type ThreatOrder = Omit<BodyOf<typeof threatsList>, 'slug'>;

/** One page of the assets that threaten an organization and are blocked now. @throws Failure BAD_REQUEST for a cursor of another list */
export async function threatPage(
  database: Database,
  cursors: CursorCipher,
  organizationId: number,
  { per_page, next_page, ...filter }: ThreatOrder,
): Promise<ResponseOf<typeof threatsList>> {
  const { query, assetType, sorting } = filter;
  const use = { operation: 'threatsList', filter: { organizationId, ...filter }, field: 'next_page' };
  const cursor = cursors.for({ ...use, position: keysetPosition });
  const order = { column: threats.blockedAt, id: threats.id, direction: sorting?.[0]?.direction ?? 'desc' } as const;
  const after = cursor.read(next_page);
  const horizon = await readHorizon(database);
  const read = (place: typeof after, most: number) =>
    database
      .select({ id: threats.id, content: assets.content, type: assets.type, blockedAt: threats.blockedAt })
      .from(threats)
      .innerJoin(assets, eq(assets.id, threats.assetId))
      .where(
        and(
          eq(threats.organizationId, organizationId),
          eq(assets.status, 'BLOCKED'),
          within(threats.blockedAt, filter),
          assetType && inArray(assets.type, assetType),
          query === undefined ? undefined : sql`strpos(lower(${assets.content}), lower(${query})) > 0`,
          behind(order, place, horizon),
        ),
      )
      .orderBy(...orderOf(order))
      .limit(most);
  const page = await cursor.page(after, per_page, read, ({ blockedAt, id }) => [blockedAt.toISOString(), id]);
  return { threats: page.rows.map(timesInText), next_page: page.next };
}

/** A blocked asset that a report of an organization has named. `wasBlocked`: it was blocked before the review too. */
type NewThreat = {
  readonly organizationId: number;
  readonly reportId: number;
  readonly assetId: number;
  readonly asset: Asset;
  readonly wasBlocked: boolean;
};

/**
 * Records that an asset threatens an organization, notifies its webhooks, and files a takedown where takedowns are automated, inside the transaction that blocks the asset. A threat
 * that has been blocked all the time stays as it is; one that was lifted in between is recorded as new.
 */
export async function recordThreat(transaction: Database, threat: NewThreat): Promise<void> {
  const { organizationId, reportId, assetId, asset, wasBlocked } = threat;
  const [named] = await transaction
    .select({ brandSlug: reportAssets.brandSlug })
    .from(reportAssets)
    .where(and(eq(reportAssets.reportId, reportId), eq(reportAssets.assetId, assetId)));
  const values = { organizationId, assetId, reportId, brandSlug: named?.brandSlug ?? null };
  const insert = transaction.insert(threats).values(values);
  const renewed = { reportId, brandSlug: values.brandSlug, blockedAt: sql`clock_timestamp()` };
  const target = [threats.organizationId, threats.assetId];
  const written = await (wasBlocked
    ? insert.onConflictDoNothing()
    : insert.onConflictDoUpdate({ target, set: renewed })
  ).returning({
    id: threats.id,
  });
  if (written.length === 0) return;
  await announceThreats(transaction, organizationId, 'review', [{ assetId, asset }]);
  await fileAutomatically(transaction, organizationId, asset, values.brandSlug);
}
