import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import type { LIVENESS_STATUSES, takedownsList } from '../../../api/threat/takedown.ts';
import type { Database } from '../../database/database.ts';
import { behind, keysetPosition, type Order, orderOf, readHorizon, within } from '../../database/keyset.ts';
import { assets } from '../../database/schema/asset.ts';
import { brands } from '../../database/schema/organization.ts';
import { assetLiveness, takedowns } from '../../database/schema/takedown.ts';
import { timesInText } from '../../http/implementation.ts';
import type { CursorCipher } from '../../http/request/cursor.ts';

type TakedownOrder = Omit<BodyOf<typeof takedownsList>, 'slug'>;
type TakedownFilter = Omit<TakedownOrder, 'per_page' | 'next_page'>;

const livenessStatus = sql<(typeof LIVENESS_STATUSES)[number]>`coalesce(${assetLiveness.status}, 'UNKNOWN')`;

/** One page of an organization's takedowns, the newest first unless it is sorted otherwise. @throws Failure BAD_REQUEST for a cursor of another list */
export async function takedownPage(
  database: Database,
  cursors: CursorCipher,
  organizationId: number,
  { per_page, next_page, ...filter }: TakedownOrder,
): Promise<ResponseOf<typeof takedownsList>> {
  const use = { operation: 'takedownsList', filter: { organizationId, ...filter }, field: 'next_page' };
  const cursor = cursors.for({ ...use, position: keysetPosition });
  const { key = 'createdAt', direction = 'desc' } = filter.sorting?.[0] ?? {};
  const order: Order = { column: takedowns[key], id: takedowns.id, direction };
  const after = cursor.read(next_page);
  const horizon = await readHorizon(database);
  const read = (place: typeof after, most: number) =>
    database
      .select({
        takedown: takedowns,
        asset: { id: assets.id, content: assets.content, type: assets.type, status: assets.status, livenessStatus },
        brand: { slug: brands.slug, name: brands.name },
      })
      .from(takedowns)
      .innerJoin(assets, eq(assets.id, takedowns.assetId))
      .leftJoin(assetLiveness, eq(assetLiveness.assetId, takedowns.assetId))
      .leftJoin(brands, and(eq(brands.organizationId, takedowns.organizationId), eq(brands.slug, takedowns.brandSlug)))
      .where(
        and(eq(takedowns.organizationId, organizationId), takedownCondition(filter), behind(order, place, horizon)),
      )
      .orderBy(...orderOf(order))
      .limit(most);
  const page = await cursor.page(after, per_page, read, ({ takedown }) => {
    const value = takedown[key];
    return [typeof value === 'string' ? value : value.toISOString(), takedown.id];
  });
  return {
    takedowns: page.rows.map(({ takedown: { id, status, createdAt, updatedAt, assignee }, asset, brand }) =>
      timesInText({ id, status, asset, assignee, brand, createdAt, updatedAt }),
    ),
    next_page: page.next,
  };
}

function takedownCondition(filter: TakedownFilter): SQL | undefined {
  const { query, assetType, takedownStatus } = filter;
  return and(
    within(takedowns.createdAt, filter),
    assetType && inArray(assets.type, assetType),
    takedownStatus && inArray(takedowns.status, takedownStatus),
    filter.livenessStatus && inArray(livenessStatus, filter.livenessStatus),
    query === undefined ? undefined : sql`strpos(lower(${assets.content}), lower(${query})) > 0`,
  );
}
