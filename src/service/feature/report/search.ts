import { and, countDistinct, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { ResponseOf } from '../../../api/operation.ts';
import type { reportsSearch } from '../../../api/report/report-list.ts';
import type { Database } from '../../database/database.ts';
import { assets } from '../../database/schema/asset.ts';
import { receiptProposals, receipts } from '../../database/schema/receipt.ts';
import { proposals, reportAssets, reports } from '../../database/schema/report.ts';
import type { Caller, ReachedOrganization } from '../../http/access/api-key.ts';
import { inTurn } from '../../thread/in-turn.ts';
import { namedAssets } from '../asset/record/lookup.ts';
import { assetDigest, publicNumber } from '../listing/entry.ts';
import { receiptHash } from '../receipt/receipt.ts';
import { assetsOfReports } from './record.ts';

type Found = ResponseOf<typeof reportsSearch>;

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
  const part = { receiptId: receipts.id, createdAt: receipts.createdAt, digest: assets.digest };
  const asset = { content, type, status };
  const sent = inArray(receipts.hash, texts.map(receiptHash));
  const proposed = await database
    .select({ ...part, asset, reviewStatus: proposals.reviewStatus })
    .from(receipts)
    .innerJoin(receiptProposals, eq(receiptProposals.receiptId, receipts.id))
    .innerJoin(proposals, eq(proposals.id, receiptProposals.proposalId))
    .innerJoin(assets, eq(assets.id, proposals.assetId))
    .where(sent);
  const blockedBefore = await database
    .select({ ...part, asset, reviewStatus: proposals.reviewStatus })
    .from(receipts)
    .innerJoin(reportAssets, eq(reportAssets.reportId, receipts.reportId))
    .innerJoin(assets, eq(assets.id, reportAssets.assetId))
    .leftJoin(proposals, and(eq(proposals.reportId, receipts.reportId), eq(proposals.assetId, assets.id)))
    .where(and(sent, eq(receipts.isMerged, false), isNull(proposals.id)));
  const rows = [...proposed, ...blockedBefore].sort(
    (one, other) =>
      other.createdAt.getTime() - one.createdAt.getTime() ||
      other.receiptId - one.receiptId ||
      (hex(one.digest) < hex(other.digest) ? -1 : 1),
  );
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

function statusOf(parts: readonly { readonly reviewStatus: string | null }[]) {
  const open = parts.filter(({ reviewStatus }) => reviewStatus === 'PENDING').length;
  if (open === 0) return 'CLOSED';
  return parts.every(({ reviewStatus }) => reviewStatus === null || reviewStatus === 'PENDING')
    ? 'TODO'
    : 'IN_PROGRESS';
}

/** Without an organization, the reports filed with this key. */
const reachCondition = (caller: Caller, organization: ReachedOrganization | null): SQL =>
  organization ? eq(reports.organizationId, organization.id) : eq(reports.apiKeyId, caller.keyId);
