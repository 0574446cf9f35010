import { and, desc, eq, sql } from 'drizzle-orm';
import type { assetUnblock } from '../../../api/asset/asset-record.ts';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import { type Database, LOCKS, lock, rowsOf } from '../../database/database.ts';
import { disputes } from '../../database/schema/dispute.ts';
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

/**
 * Whether a review blocked an asset that no list names and only members of the organization reported. Users of its builds are not
 * members; one who reports what is in review already has a receipt alone.
 */
async function isBlockedForThemAlone(database: Database, organizationId: number, assetId: number): Promise<boolean> {
  const [asset] = await rowsOf<{ alone: boolean }>(
    database,
    sql`select decided_by = 'REVIEW'
        and not exists (select from list_memberships
          where list_memberships.asset_id = assets.id and status = 'BLOCKED' and expired_at is null)
        and not exists (select from report_assets join reports on reports.id = report_id
          where report_assets.asset_id = assets.id
            and (organization_id is distinct from ${organizationId} or reports.source = 'APP'))
        and not exists (select from receipt_proposals join receipts on receipts.id = receipt_id
          join proposals on proposals.id = proposal_id where proposals.asset_id = assets.id and is_merged) as alone
      from assets where id = ${assetId}`,
  );
  return asset!.alone;
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
