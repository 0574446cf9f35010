import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { ReportRecord } from '../../api/report-record.ts';
import type { Database } from '../database/connection.ts';
import { apiKeys } from '../database/schema/api-key.ts';
import { assets } from '../database/schema/asset.ts';
import { organizations } from '../database/schema/organization.ts';
import { proposals, reportAssets, reports } from '../database/schema/report.ts';
import { scans } from '../database/schema/scan.ts';
import { dueAt, isBreached, REVIEW_HOURS } from '../queues/sla.ts';

type ProposalRow = Pick<
  typeof proposals.$inferSelect,
  'id' | 'assetId' | 'reviewStatus' | 'decision' | 'reviewerKind' | 'escalatedToOrganization'
> & { readonly answeredAt: string | null; readonly createdAt: string };

/** How many scans of an asset a record holds. */
const MOST_SCANS = 5;

/** The newest scans of an asset that the report's organization had made, as JSON. */
const scansOfAsset = sql`(
  select coalesce(json_agg(json_build_object('id', recent.id, 'status', recent.status, 'createdAt', recent.created_at)
    order by recent.created_at desc), '[]')
  from (select id, status, created_at from ${scans} where ${scans.assetId} = ${assets.id}
    and ${scans.organizationId} = ${reports.organizationId} order by ${scans.createdAt} desc limit ${MOST_SCANS}) recent)`;

/** The assets of a report as JSON, in the order they were named. */
const assetsOfReport = sql<ReportRecord['assets']>`(
  select coalesce(json_agg(json_build_object('id', ${assets.id}, 'content', ${assets.content}, 'type', ${assets.type},
    'status', ${assets.status}, 'scans', ${scansOfAsset}) order by ${reportAssets.id}), '[]')
  from ${reportAssets} join ${assets} on ${assets.id} = ${reportAssets.assetId}
  where ${reportAssets.reportId} = ${reports.id})`;

const proposalsOfReport = sql<ProposalRow[]>`(
  select coalesce(json_agg(json_build_object('id', ${proposals.id}, 'assetId', ${proposals.assetId},
    'reviewStatus', ${proposals.reviewStatus}, 'decision', ${proposals.decision}, 'reviewerKind', ${proposals.reviewerKind},
    'escalatedToOrganization', ${proposals.escalatedToOrganization}, 'answeredAt', ${proposals.answeredAt},
    'createdAt', ${proposals.createdAt}) order by ${proposals.id}), '[]')
  from ${proposals} where ${proposals.reportId} = ${reports.id})`;

/** Newest first. A page is read backward along an index that begins with the organization and ends with these. */
const NEWEST_FIRST = [desc(reports.createdAt), desc(reports.id)] as const;

/** The records of the newest reports that meet a condition, in one statement. */
export async function readReports(
  database: Database,
  condition: SQL | undefined,
  limit: number,
): Promise<{ readonly createdAt: Date; readonly record: ReportRecord }[]> {
  const rows = await database
    .select({
      report: reports,
      organization: { id: organizations.id, slug: organizations.slug, name: organizations.name },
      keyLabel: apiKeys.label,
      assets: assetsOfReport,
      proposals: proposalsOfReport,
    })
    .from(reports)
    .leftJoin(organizations, eq(organizations.id, reports.organizationId))
    .leftJoin(apiKeys, eq(apiKeys.id, reports.apiKeyId))
    .where(condition)
    .orderBy(...NEWEST_FIRST)
    .limit(limit);
  const now = Date.now();
  return rows.map((row) => ({ createdAt: row.report.createdAt, record: recordOf(row, now) }));
}

type Row = {
  readonly report: typeof reports.$inferSelect;
  readonly organization: ReportRecord['organization'];
  readonly keyLabel: string | null;
  readonly assets: ReportRecord['assets'];
  readonly proposals: readonly ProposalRow[];
};

function recordOf({ report, organization, keyLabel, assets: named, proposals: asked }: Row, now: number): ReportRecord {
  const due = dueAt(report.createdAt, REVIEW_HOURS);
  return {
    id: report.id,
    title: report.title,
    description: report.description,
    status: report.status,
    createdAt: report.createdAt.toISOString(),
    updatedAt: report.updatedAt.toISOString(),
    organization,
    source: report.source,
    reporter: reporterOf(report, keyLabel),
    ...(report.countryCode === null ? {} : { countryCode: report.countryCode }),
    attachments: report.attachmentUrls.map((url, index) => ({ id: `${report.id}-${index + 1}`, url })),
    assets: named.map(({ scans: made, ...asset }) => ({
      ...asset,
      scans: made.map((scan) => ({ ...scan, createdAt: new Date(scan.createdAt).toISOString() })),
    })),
    proposals: asked.map(proposalOf),
    sla: { dueAt: due.toISOString(), breached: isBreached(due, report.closedAt, now) },
    needsCustomerReview: report.needsCustomerReview,
  };
}

/** Who reported: the person another platform names, else the key by its label, else the service or a visitor of the portal. */
function reporterOf(report: Row['report'], keyLabel: string | null): ReportRecord['reporter'] {
  const { reporterKind: kind, externalReporter, apiKeyId } = report;
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
    ...(answeredAt === null ? {} : { answeredAt: new Date(answeredAt).toISOString() }),
    createdAt: new Date(createdAt).toISOString(),
  };
}
