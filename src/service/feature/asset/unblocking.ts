import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { assetUnblock } from '../../../api/asset/asset-record.ts';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import { type Database, LOCKS, lock } from '../../database/database.ts';
import { assets, listMemberships } from '../../database/schema/asset.ts';
import { disputes } from '../../database/schema/dispute.ts';
import { reportAssets, reports } from '../../database/schema/report.ts';
import type { ReachedOrganization } from '../../http/access/api-key.ts';
import { isWaiting } from '../dispute/decision.ts';
import { fileDispute } from '../dispute/filing.ts';
import { decide } from '../listing/decision.ts';
import { answersTo, type ReadQuestion } from './check.ts';
import { isOwn } from './ownership.ts';

/**
 * Unblocks what blocks a content where that is the organization's own and nobody but its own people had it blocked; a
 * list that names it later blocks it again. About anything else it files a dispute, unless its last one is still open.
 * @throws Failure as {@link fileDispute}
 */
export async function unblockOrDispute(
  transaction: Database,
  apiKeyId: number,
  organization: ReachedOrganization,
  { content, reason }: BodyOf<typeof assetUnblock>,
  asked: readonly ReadQuestion[],
): Promise<ResponseOf<typeof assetUnblock>> {
  // So that no list names it meanwhile, and a second request at the same moment finds the dispute of the first.
  await lock(transaction, LOCKS.listing);
  const [check] = await answersTo(transaction, asked);
  const { status, deciding } = check!;
  const isTheirs =
    status === 'BLOCKED' &&
    deciding !== null &&
    (await isOwn(transaction, organization.id, deciding.id, deciding.asset)) &&
    !(await isListed(transaction, deciding.id)) &&
    (await isBlockedForThemAlone(transaction, organization.id, deciding.id));
  if (isTheirs) {
    await decide(transaction, {
      asset: deciding.asset,
      status: 'UNKNOWN',
      decidedBy: 'NOBODY',
      source: organization.slug,
      reason: reason ?? `Unblocked by its owner, ${organization.name}`,
    });
    return { outcome: 'UNBLOCKED' };
  }
  const open = deciding && (await openDispute(transaction, organization.id, deciding.id));
  if (open) return { outcome: 'DISPUTE_CREATED', disputeId: open };
  const body = { content, ...(reason === undefined ? {} : { description: reason }) };
  const { id } = await fileDispute(transaction, { apiKeyId, organization, isPublic: false }, body, asked);
  return { outcome: 'DISPUTE_CREATED', disputeId: id };
}

async function isListed(database: Database, assetId: number): Promise<boolean> {
  const { status, expiredAt } = listMemberships;
  const listed = and(eq(listMemberships.assetId, assetId), eq(status, 'BLOCKED'), isNull(expiredAt));
  return (await database.$count(listMemberships, listed)) > 0;
}

/** Whether a review blocked an asset that only members of the organization reported. Users of its builds are not members. */
async function isBlockedForThemAlone(database: Database, organizationId: number, assetId: number): Promise<boolean> {
  const reviewed = and(eq(assets.id, assetId), eq(assets.decidedBy, 'REVIEW'));
  if ((await database.$count(assets, reviewed)) === 0) return false;
  const ofOthers = or(
    sql`${reports.organizationId} is distinct from ${organizationId}`,
    eq(reports.source, 'APP'),
    // Who reports what is in review already has a receipt alone.
    sql`exists (select from receipt_proposals join receipts on receipts.id = receipt_id join proposals on proposals.id = proposal_id
      where proposals.asset_id = ${reportAssets.assetId} and is_merged)`,
  );
  const [other] = await database
    .select({ id: reports.id })
    .from(reportAssets)
    .innerJoin(reports, eq(reports.id, reportAssets.reportId))
    .where(and(eq(reportAssets.assetId, assetId), ofOthers))
    .limit(1);
  return other === undefined;
}

async function openDispute(database: Database, organizationId: number, assetId: number): Promise<number | null> {
  const [row] = await database
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.assetId, assetId), eq(disputes.organizationId, organizationId), isWaiting))
    .orderBy(desc(disputes.id))
    .limit(1);
  return row?.id ?? null;
}
