import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ReportRecord } from '../../../api/report/report-record.ts';
import { readBatches } from '../../database/batches.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { assets } from '../../database/schema/asset.ts';
import { reportAssets, type reports } from '../../database/schema/report.ts';
import { dueAt, isBreached, REVIEW_HOURS } from '../review/sla.ts';

/** Reports that are read at once: each may name a hundred assets of 4,096 characters. */
export const BATCH = 5;

/** The newest reports that match a condition on `reports`. */
export async function readReports(
  database: Database,
  condition: SQL | undefined,
  limit: number,
): Promise<ReportRecord[]> {
  const now = Date.now();
  return (await readRecordRows(database, condition, limit)).map((row) => recordOf(row, now));
}

/** Condition: the first assets of each report, at most so many. */
export const firstAssets = (most: number): SQL =>
  sql`${reportAssets.id} = any(array(select id from report_assets named where named.report_id = ${reportAssets.reportId} order by id limit ${most}))`;

/** Reports with what they name, as many as one answer holds. @param condition on the assets */
export const withAssets = <Row extends { readonly id: number }>(
  database: Database,
  those: readonly Row[],
  condition?: SQL,
): Promise<(Row & { readonly assets: readonly NamedAsset[] })[]> =>
  readBatches(async (count) => {
    const some = those.slice(count, count + BATCH);
    const named = await assetsOfReports(database, some, condition);
    return some.map((report) => ({ ...report, assets: named.get(report.id)! }));
  }, BATCH);

/** What each of these reports names, in its order, by the id of the report. @param condition on the assets */
async function assetsOfReports(
  database: Database,
  those: readonly { readonly id: number }[],
  condition?: SQL,
): Promise<Map<number, NamedAsset[]>> {
  const { id, content, type, status, reason } = assets;
  const ids = those.map((report) => report.id);
  if (ids.length === 0) return new Map();
  const rows = await database
    .select({ reportId: reportAssets.reportId, asset: { id, content, type, status, reason } })
    .from(reportAssets)
    .innerJoin(assets, eq(assets.id, reportAssets.assetId))
    .where(and(inArray(reportAssets.reportId, ids), condition))
    .orderBy(reportAssets.id);
  const byReport = new Map<number, NamedAsset[]>(ids.map((one) => [one, []]));
  for (const { reportId, asset } of rows) byReport.get(reportId)!.push(asset);
  return byReport;
}

type NamedAsset = Pick<typeof assets.$inferSelect, 'id' | 'content' | 'type' | 'status' | 'reason'>;

const iso = (moment: string | Date): string => new Date(moment).toISOString();

function recordOf(row: RecordRow, now: number): ReportRecord {
  const { title, description, status, organization, source, needsCustomerReview, countryCode, closedAt } = row;
  const id = Number(row.id);
  const due = dueAt(new Date(row.createdAt), REVIEW_HOURS);
  return {
    ...{ id, title, description, status, organization, source, needsCustomerReview },
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    reporter: reporterOf(row),
    ...(countryCode === null ? {} : { countryCode }),
    attachments: row.attachmentUrls.map((url, index) => ({ id: `${id}-${index + 1}`, url })),
    assets: (row.assets ?? []).map(({ scans, ...asset }) => ({
      ...asset,
      scans: scans.map((scan) => ({ ...scan, createdAt: iso(scan.createdAt) })),
    })),
    proposals: (row.proposals ?? []).map(proposalOf),
    sla: { dueAt: due.toISOString(), breached: isBreached(due, closedAt === null ? null : new Date(closedAt), now) },
  };
}

/** The reporter: the person named by another platform, else the key's label, else the service or a portal's visitor. */
function reporterOf({ reporterKind: kind, externalReporter, apiKeyId, keyLabel }: RecordRow): ReportRecord['reporter'] {
  if (externalReporter) {
    const { platformIdentifier: id, displayName, avatarUrl } = externalReporter;
    return { kind, id, displayName, ...(avatarUrl === undefined ? {} : { avatarUrl }) };
  }
  if (apiKeyId !== null) return { kind, id: `key-${apiKeyId}`, displayName: keyLabel ?? 'API key' };
  return { kind, displayName: kind === 'automation' ? 'Automation' : 'Visitor of the portal' };
}

function proposalOf(row: ProposalRow): ReportRecord['proposals'][number] {
  const { id, assetId, reviewStatus, decision, reviewerKind, escalatedToOrganization, answeredAt, createdAt } = row;
  return {
    ...{ id, assetId, reviewStatus, escalatedToOrganization },
    ...(decision === null ? {} : { decision }),
    ...(reviewerKind === null ? {} : { reviewerKind }),
    ...(answeredAt === null ? {} : { answeredAt: iso(answeredAt) }),
    createdAt: iso(createdAt),
  };
}

type Moment = string | Date;
type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

type RecordRow = Pick<ReportRecord, 'title' | 'description' | 'status' | 'source' | 'organization'> &
  Pick<typeof reports.$inferSelect, 'reporterKind' | 'externalReporter' | 'attachmentUrls' | 'countryCode'> &
  Pick<typeof reports.$inferSelect, 'needsCustomerReview' | 'apiKeyId'> & {
    readonly id: number | string;
    readonly createdAt: Moment;
    readonly updatedAt: Moment;
    readonly closedAt: Moment | null;
    readonly keyLabel: string | null;
    /** Null if there are none. */
    readonly assets: ReportRecord['assets'] | null;
    readonly proposals: readonly ProposalRow[] | null;
  };
type ProposalRow = Omit<ReportRecord['proposals'][number], 'decision' | 'reviewerKind' | 'answeredAt'> &
  Nullable<Required<Pick<ReportRecord['proposals'][number], 'decision' | 'reviewerKind' | 'answeredAt'>>>;

/** Maximum scans of an asset in a record: the newest requested by the report's organization. */
const MAX_SCANS = 5;

/**
 * The newest reports that meet a condition, in one handwritten statement: building it takes longer than executing it.
 */
const readRecordRows = (database: Database, condition: SQL | undefined, limit: number): Promise<RecordRow[]> =>
  rowsOf(
    database,
    sql`select reports.id, reports.title, reports.description, reports.status, reports.source, reporter_kind as "reporterKind",
      external_reporter as "externalReporter", attachment_urls as "attachmentUrls", country_code as "countryCode",
      reports.created_at as "createdAt", reports.updated_at as "updatedAt", closed_at as "closedAt",
      needs_customer_review as "needsCustomerReview", api_key_id as "apiKeyId",
      (select json_build_object('id', id, 'slug', slug, 'name', name) from organizations
        where organizations.id = reports.organization_id) as organization,
      (select label from api_keys where api_keys.id = reports.api_key_id) as "keyLabel",
      (select json_agg(json_build_object('id', assets.id, 'content', assets.content, 'type', assets.type, 'status', assets.status,
          'scans', coalesce((
            select json_agg(json_build_object('id', recent.id, 'status', recent.status, 'createdAt', recent.created_at))
            from (select id, status, created_at from scans where scans.asset_id = assets.id
              and scans.organization_id = reports.organization_id order by created_at desc limit ${MAX_SCANS}) recent), '[]'))
          order by report_assets.id)
        from report_assets join assets on assets.id = report_assets.asset_id
        where report_assets.report_id = reports.id) as assets,
      (select json_agg(json_build_object('id', id, 'assetId', asset_id, 'reviewStatus', review_status, 'decision', decision,
          'reviewerKind', reviewer_kind, 'escalatedToOrganization', escalated_to_organization, 'answeredAt', answered_at,
          'createdAt', created_at) order by id)
        from proposals where proposals.report_id = reports.id) as proposals
    from reports where ${condition ?? sql`true`} order by reports.created_at desc, reports.id desc limit ${limit}`,
  );
