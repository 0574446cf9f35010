import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import type { detectionList, REPORT_STATES } from '../../../api/threat/detection.ts';
import type { Database } from '../../database/database.ts';
import { behind, keysetPosition, type Order, orderOf, readHorizon, within } from '../../database/keyset.ts';
import { assets } from '../../database/schema/asset.ts';
import { detections } from '../../database/schema/detection.ts';
import { timesInText } from '../../http/implementation.ts';
import type { CursorCipher } from '../../http/request/cursor.ts';

type DetectionOrder = Omit<BodyOf<typeof detectionList>, 'slug'>;
type Filter = NonNullable<DetectionOrder['filters']>[number];

const NEWEST_FIRST: Order = { column: detections.createdAt, id: detections.id, direction: 'desc' };

const reportStatus = sql<(typeof REPORT_STATES)[number]>`case when exists (
  select from report_assets join reports on reports.id = report_assets.report_id
  where report_assets.asset_id = ${detections.assetId} and reports.organization_id = ${detections.organizationId})
  then 'REPORTED' else 'NOT_REPORTED' end`;

/** One page of an organization's detections, newest first. @throws Failure BAD_REQUEST for a cursor of another list */
export async function detectionPage(
  database: Database,
  cursors: CursorCipher,
  organizationId: number,
  { limit, cursor: token, ...filter }: DetectionOrder,
): Promise<ResponseOf<typeof detectionList>> {
  const use = { operation: 'detectionList', filter: { organizationId, ...filter }, field: 'cursor' };
  const cursor = cursors.for({ ...use, position: keysetPosition });
  const { query, filters = [] } = filter;
  const after = cursor.read(token);
  const horizon = await readHorizon(database);
  const read = (place: typeof after, most: number) =>
    database
      .select({
        id: detections.id,
        threatContent: detections.threatContent,
        source: detections.source,
        createdAt: detections.createdAt,
        confidence: detections.confidence,
        reportStatus,
        asset: { id: assets.id, content: assets.content, type: assets.type, status: assets.status },
      })
      .from(detections)
      .innerJoin(assets, eq(assets.id, detections.assetId))
      .where(
        and(
          eq(detections.organizationId, organizationId),
          within(detections.createdAt, filter),
          query === undefined ? undefined : mentions(query),
          ...filters.map(filterCondition),
          behind(NEWEST_FIRST, place, horizon),
        ),
      )
      .orderBy(...orderOf(NEWEST_FIRST))
      .limit(most);
  const page = await cursor.page(after, limit, read, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { detections: page.rows.map(timesInText), nextCursor: page.next };
}

const mentions = (query: string): SQL =>
  sql`strpos(lower(${detections.threatContent} || ' ' || ${assets.content}), lower(${query})) > 0`;

const COLUMNS = {
  source: sql`${detections.source}`,
  confidence: sql`${detections.confidence}`,
  assetStatus: sql`${assets.status}`,
  assetType: sql`${assets.type}`,
} as const;

const filterCondition = ({ property, operator, value }: Filter): SQL =>
  (operator === 'in' ? inArray : notInArray)(COLUMNS[property], value);
