import { and, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import type { threatsList } from '../../../api/threat/takedown.ts';
import { type Database, storable } from '../../database/database.ts';
import { behind, keysetPosition, orderOf } from '../../database/keyset.ts';
import { assets } from '../../database/schema/asset.ts';
import { threats } from '../../database/schema/takedown.ts';
import type { CursorCipher } from '../../http/cursor.ts';

type ThreatOrder = Omit<BodyOf<typeof threatsList>, 'slug'>;

/** One page of the assets that threaten an organization and are blocked now. @throws Failure BAD_REQUEST for a cursor of another list */
export async function threatPage(
  database: Database,
  cursors: CursorCipher,
  organizationId: number,
  { per_page, next_page, ...filter }: ThreatOrder,
): Promise<ResponseOf<typeof threatsList>> {
  const { query, startDate, endDate, assetType, sorting } = filter;
  const use = { operation: 'threatsList', filter: { organizationId, ...filter }, field: 'next_page' };
  const cursor = cursors.for({ ...use, position: keysetPosition });
  const order = { column: threats.blockedAt, id: threats.id, direction: sorting?.[0]?.direction ?? 'desc' } as const;
  const rows = await database
    .select({ id: threats.id, content: assets.content, type: assets.type, blockedAt: threats.blockedAt })
    .from(threats)
    .innerJoin(assets, eq(assets.id, threats.assetId))
    .where(
      and(
        eq(threats.organizationId, organizationId),
        eq(assets.status, 'BLOCKED'),
        startDate === undefined ? undefined : gte(threats.blockedAt, storable(startDate)),
        endDate === undefined ? undefined : lte(threats.blockedAt, storable(endDate)),
        assetType && inArray(assets.type, assetType),
        query === undefined ? undefined : sql`strpos(lower(${assets.content}), lower(${query})) > 0`,
        behind(order, cursor.read(next_page)),
      ),
    )
    .orderBy(...orderOf(order))
    .limit(per_page + 1);
  const page = cursor.page(rows, per_page, ({ blockedAt, id }) => [blockedAt.toISOString(), id]);
  return {
    threats: page.rows.map((row) => ({ ...row, blockedAt: row.blockedAt.toISOString() })),
    ...(page.next === null ? {} : { next_page: page.next }),
  };
}
