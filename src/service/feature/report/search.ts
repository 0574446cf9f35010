import { and, countDistinct, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { ResponseOf } from '../../../api/operation.ts';
import type { reportsSearch } from '../../../api/report/report-list.ts';
import type { Database } from '../../database/database.ts';
import { assets } from '../../database/schema/asset.ts';
import { receiptProposals, receipts } from '../../database/schema/receipt.ts';
import { proposals, reportAssets, reports } from '../../database/schema/report.ts';
import type { Caller, ReachedOrganization } from '../../http/access/api-key.ts';
import { assetDigest, publicNumber } from '../../publisher/listing/entry.ts';
import { namedAssets } from '../asset/record/lookup.ts';
import { receiptHash } from '../receipt/receipt.ts';
import { inTurn } from '../text/in-turn.ts';
import { assetsOfReports } from './record.ts';

type Found = ResponseOf<typeof reportsSearch>;

/** Maximum number of reports in one answer. */
const MAX_COUNT = 100;

/**
 * Reports that name one of these contents, newest first; another spelling of the same asset matches too.
 * @param organization whose reports are searched
 * @param texts receipts, which select the results for a key without `read`; it gets no titles
 */
export async function searchReports(
  database: Database,
  caller: Caller,
  organization: ReachedOrganization | null,
  contents: readonly string[],
  texts: readonly string[],
): Promise<Found> {
  const digests = (await inTurn(contents, namedAssets)).flat().map((asset) => Buffer.from(assetDigest(asset), 'hex'));
  if (digests.length === 0) return { reports: [], totalCount: 0 };
  if (!caller.scopes.includes('read')) return searchReceipts(database, digests, texts);
  const named = and(inArray(assets.digest, digests), reachCondition(caller, organization));
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
  const byReport = await assetsOfReports(database, rows);
  return {
    reports: rows.map(({ createdAt, ...report }) => ({
      ...report,
      assets: byReport.get(report.id)!.map(({ reason: _, ...asset }) => asset),
      createdAt: createdAt.toISOString(),
    })),
    totalCount: total!.value,
  };
}

/**
 * The submissions with these receipts about these assets, newest first. Built from the receipts alone, with their
 * numbers: a merged report looks like any other, and an asset that somebody else reported before looks new.
 */
async function searchReceipts(
  database: Database,
  digests: readonly Uint8Array[],
  texts: readonly string[],
): Promise<Found> {
  if (texts.length === 0) return { reports: [], totalCount: 0 };
  const { content, type, status } = assets;
  const rows = await database
    .select({
      receiptId: receipts.id,
      createdAt: receipts.createdAt,
      reviewStatus: proposals.reviewStatus,
      digest: assets.digest,
      asset: { content, type, status },
    })
    .from(receipts)
    .innerJoin(receiptProposals, eq(receiptProposals.receiptId, receipts.id))
    .innerJoin(proposals, eq(proposals.id, receiptProposals.proposalId))
    .innerJoin(assets, eq(assets.id, proposals.assetId))
    .where(inArray(receipts.hash, texts.map(receiptHash)))
    .orderBy(desc(receipts.createdAt), desc(receipts.id), assets.digest);
  const byReceipt = new Map<number, typeof rows>();
  for (const row of rows) byReceipt.set(row.receiptId, [...(byReceipt.get(row.receiptId) ?? []), row]);
  const asked = new Set(digests.map(hex));
  const found = [...byReceipt].filter(([, parts]) => parts.some(({ digest }) => asked.has(hex(digest))));
  return {
    reports: found.map(([receiptId, parts]) => ({
      id: receiptId,
      status: statusOf(parts),
      title: null,
      assets: parts.map(({ digest, asset }) => ({ id: publicNumber(hex(digest)), ...asset })),
      createdAt: parts[0]!.createdAt.toISOString(),
    })),
    totalCount: found.length,
  };
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function statusOf(parts: readonly { readonly reviewStatus: string }[]) {
  const open = parts.filter(({ reviewStatus }) => reviewStatus === 'PENDING').length;
  if (open === 0) return 'CLOSED';
  return open === parts.length ? 'TODO' : 'IN_PROGRESS';
}

/** Without an organization, the reports filed with this key. */
const reachCondition = (caller: Caller, organization: ReachedOrganization | null): SQL =>
  organization ? eq(reports.organizationId, organization.id) : eq(reports.apiKeyId, caller.keyId);
