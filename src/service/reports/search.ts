import { and, countDistinct, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ResponseOf } from '../../api/operation.ts';
import type { reportsSearch } from '../../api/report-list.ts';
import { normalizeContent } from '../../asset/index.ts';
import type { Caller, ReachedOrganization } from '../access/api-key.ts';
import type { Database } from '../database/connection.ts';
import { assets } from '../database/schema/asset.ts';
import { reportAssets, reports } from '../database/schema/report.ts';
import { assetDigest } from '../listing/entry.ts';

type Found = ResponseOf<typeof reportsSearch>;

/** How many reports one answer holds. */
const MOST = 100;

/**
 * Reports that name one of these contents, newest first; a content in another spelling of the same asset finds it too.
 * @param organization whose reports are searched; only those filed with the caller's key unless the key may read
 */
export async function searchReports(
  database: Database,
  caller: Caller,
  organization: ReachedOrganization | null,
  contents: readonly string[],
): Promise<Found> {
  const digests = contents.flatMap((content) => {
    const asset = normalizeContent(content);
    return asset ? [Buffer.from(assetDigest(asset), 'hex')] : [];
  });
  if (digests.length === 0) return { reports: [], totalCount: 0 };
  const reach = reachCondition(caller, organization);
  const named = and(inArray(assets.digest, digests), reach);
  const [total] = await database
    .select({ value: countDistinct(reports.id) })
    .from(assets)
    .innerJoin(reportAssets, eq(reportAssets.assetId, assets.id))
    .innerJoin(reports, eq(reports.id, reportAssets.reportId))
    .where(named);
  const rows = await database
    .selectDistinct({ id: reports.id, status: reports.status, title: reports.title, createdAt: reports.createdAt })
    .from(assets)
    .innerJoin(reportAssets, eq(reportAssets.assetId, assets.id))
    .innerJoin(reports, eq(reports.id, reportAssets.reportId))
    .where(named)
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(MOST);
  const byReport = await assetsOf(
    database,
    rows.map(({ id }) => id),
  );
  return {
    reports: rows.map(({ createdAt, ...report }) => ({
      ...report,
      assets: byReport.get(report.id) ?? [],
      createdAt: createdAt.toISOString(),
    })),
    totalCount: total!.value,
  };
}

function reachCondition(caller: Caller, organization: ReachedOrganization | null): SQL | undefined {
  const own = eq(reports.apiKeyId, caller.keyId);
  if (!organization) return own;
  const inside = eq(reports.organizationId, organization.id);
  return caller.scopes.includes('read') ? inside : and(inside, own);
}

async function assetsOf(database: Database, reportIds: readonly number[]) {
  const byReport = new Map<number, Found['reports'][number]['assets']>();
  if (reportIds.length === 0) return byReport;
  const { id, content, type, status } = assets;
  const rows = await database
    .select({ reportId: reportAssets.reportId, asset: { id, content, type, status } })
    .from(reportAssets)
    .innerJoin(assets, eq(assets.id, reportAssets.assetId))
    .where(inArray(reportAssets.reportId, [...reportIds]))
    .orderBy(sql`${reportAssets.id}`);
  for (const { reportId, asset } of rows) byReport.set(reportId, [...(byReport.get(reportId) ?? []), asset]);
  return byReport;
}
