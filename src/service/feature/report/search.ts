import { and, countDistinct, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { ResponseOf } from '../../../api/operation.ts';
import type { reportsSearch } from '../../../api/report/report-list.ts';
import type { REPORT_STATUSES } from '../../../api/report/report-record.ts';
import { readBatches } from '../../database/batches.ts';
import type { Database } from '../../database/database.ts';
import { assets } from '../../database/schema/asset.ts';
import { receiptProposals, receipts } from '../../database/schema/receipt.ts';
import { proposals, reportAssets, reports } from '../../database/schema/report.ts';
import type { Caller, ReachedOrganization } from '../../http/access/api-key.ts';
import { inTurn } from '../../thread/in-turn.ts';
import { namedAssets } from '../asset/record/lookup.ts';
import { assetDigest, publicNumber } from '../listing/entry.ts';
import { receiptHash } from '../receipt/receipt.ts';
import { BATCH, withAssets } from './record.ts';

type Found = ResponseOf<typeof reportsSearch>;

const MAX_COUNT = 100;

/**
 * Reports that name one of these contents in any spelling, newest first, as many as one answer holds.
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
  const found = await withAssets(database, rows);
  return {
    reports: found.map(({ createdAt, ...report }) => ({
      ...report,
      assets: report.assets.map(({ reason: _, ...asset }) => asset),
      createdAt: createdAt.toISOString(),
    })),
    totalCount: total!.value,
  };
}

/**
 * The submissions with these receipts, from those alone: neither a merge nor an earlier report by somebody else shows.
 */
async function searchReceipts(
  database: Database,
  digests: readonly Uint8Array[],
  texts: readonly string[],
): Promise<Found> {
  if (texts.length === 0) return { reports: [], totalCount: 0 };
  const sent = await database
    .select({ id: receipts.id, status: PROPOSED_STATUS, createdAt: receipts.createdAt })
    .from(receipts)
    .where(inArray(receipts.hash, texts.map(receiptHash)))
    .orderBy(desc(receipts.createdAt), desc(receipts.id));
  const submissions = await readBatches(async (count) => {
    const some = sent.slice(count, count + BATCH);
    const parts = await partsOf(database, some);
    return some.map((one) => ({ ...one, parts: parts.filter(({ receiptId }) => receiptId === one.id) }));
  }, BATCH);
  const asked = new Set(digests.map(hex));
  const found = submissions.filter(({ parts }) => parts.some(({ digest }) => asked.has(digest)));
  return {
    reports: found.map(({ id, status, parts, createdAt }) => ({
      ...{ id, status, title: null },
      assets: parts.map(({ digest, asset }) => ({ id: publicNumber(digest), ...asset })),
      createdAt: createdAt.toISOString(),
    })),
    totalCount: found.length,
  };
}

/** The status that a report with the proposals of a receipt alone would have. */
const PROPOSED_STATUS = sql<(typeof REPORT_STATUSES)[number]>`report_status(array(
  select review_status from receipt_proposals join proposals on proposals.id = proposal_id where receipt_id = receipts.id))`;

/** What these receipts are about, by digest (hexadecimal): what their senders proposed, and what was blocked before. */
async function partsOf(database: Database, those: readonly { readonly id: number }[]) {
  const { content, type, status } = assets;
  const digest = sql<string>`encode(${assets.digest}, 'hex')`;
  const part = { receiptId: receipts.id, digest, asset: { content, type, status } };
  const sent = inArray(
    receipts.id,
    those.map(({ id }) => id),
  );
  const proposed = await database
    .select(part)
    .from(receipts)
    .innerJoin(receiptProposals, eq(receiptProposals.receiptId, receipts.id))
    .innerJoin(proposals, eq(proposals.id, receiptProposals.proposalId))
    .innerJoin(assets, eq(assets.id, proposals.assetId))
    .where(sent);
  const blockedBefore = await database
    .select(part)
    .from(receipts)
    .innerJoin(reportAssets, eq(reportAssets.reportId, receipts.reportId))
    .innerJoin(assets, eq(assets.id, reportAssets.assetId))
    .leftJoin(proposals, and(eq(proposals.reportId, receipts.reportId), eq(proposals.assetId, assets.id)))
    .where(and(sent, eq(receipts.isMerged, false), isNull(proposals.id)));
  return [...proposed, ...blockedBefore].sort((one, other) => (one.digest < other.digest ? -1 : 1));
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Without an organization, the reports filed with this key. */
const reachCondition = (caller: Caller, organization: ReachedOrganization | null): SQL =>
  organization ? eq(reports.organizationId, organization.id) : eq(reports.apiKeyId, caller.keyId);
