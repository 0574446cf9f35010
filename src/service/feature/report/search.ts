import { and, countDistinct, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ResponseOf } from '../../../api/operation.ts';
import type { reportsSearch } from '../../../api/report/report-list.ts';
import type { Caller, ReachedOrganization } from '../../access/api-key.ts';
import type { Database } from '../../database/connection.ts';
import { assets } from '../../database/schema/asset.ts';
import { reportAssets, reports } from '../../database/schema/report/report.ts';
import { assetDigest } from '../../listing/entry.ts';
import { namedAssets } from '../asset/lookup.ts';
import { reportsOfReceipts } from '../receipt/state.ts';

type Found = ResponseOf<typeof reportsSearch>;

/** How many reports one answer holds. */
const MAX_COUNT = 100;

/**
 * Reports that name one of these contents, newest first; a content in another spelling of the same asset finds it too.
 * @param organization whose reports are searched
 * @param receipts of the only reports that a key finds which may not read; it is told no titles
 */
export async function searchReports(
  database: Database,
  caller: Caller,
  organization: ReachedOrganization | null,
  contents: readonly string[],
  receipts: readonly string[],
): Promise<Found> {
  const isReader = caller.scopes.includes('read');
  const own = isReader ? [] : await reportsOfReceipts(database, receipts);
  if (!isReader && own.length === 0) return { reports: [], totalCount: 0 };
  const digests = contents.flatMap(namedAssets).map((asset) => Buffer.from(assetDigest(asset), 'hex'));
  if (digests.length === 0) return { reports: [], totalCount: 0 };
  const reach = isReader ? reachCondition(caller, organization) : inArray(reports.id, own);
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
    .limit(MAX_COUNT);
  const byReport = await assetsOf(
    database,
    rows.map(({ id }) => id),
  );
  return {
    reports: rows.map(({ createdAt, title, ...report }) => ({
      ...report,
      title: isReader ? title : null,
      assets: byReport.get(report.id) ?? [],
      createdAt: createdAt.toISOString(),
    })),
    totalCount: total!.value,
  };
}

/** Without an organization, what was filed with the key itself. */
const reachCondition = (caller: Caller, organization: ReachedOrganization | null): SQL =>
  organization ? eq(reports.organizationId, organization.id) : eq(reports.apiKeyId, caller.keyId);

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
