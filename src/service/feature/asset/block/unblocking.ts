import { and, desc, eq } from 'drizzle-orm';
import type { assetUnblock } from '../../../../api/asset/asset-record.ts';
import type { BodyOf, ResponseOf } from '../../../../api/operation.ts';
import type { ReachedOrganization } from '../../../access/api-key.ts';
import type { Database } from '../../../database/connection.ts';
import { listMemberships } from '../../../database/schema/asset.ts';
import { disputes } from '../../../database/schema/report/dispute.ts';
import { decide } from '../../../listing/decision.ts';
import { fileDispute } from '../../dispute/filing.ts';
import { isWaiting } from '../../dispute/triage.ts';
import { assetCheckOf } from '../check/check.ts';
import { isOwn } from '../ownership.ts';

/**
 * Unblocks what blocks a content where that is the organization's own and no imported list names it. That binds no list: one that names
 * it later blocks it. About anything else it files a dispute, unless the organization's last one about it is still open.
 * @throws Failure as {@link fileDispute} does, when the content is no asset, unknown, or not blocked
 */
export async function unblockOrDispute(
  transaction: Database,
  apiKeyId: number,
  organization: ReachedOrganization,
  { content, reason }: BodyOf<typeof assetUnblock>,
): Promise<ResponseOf<typeof assetUnblock>> {
  const { status, deciding } = await assetCheckOf(transaction, content);
  const isTheirs =
    status === 'BLOCKED' &&
    deciding !== null &&
    (await isOwn(transaction, organization.id, deciding.id, deciding.asset)) &&
    !(await isListed(transaction, deciding.id));
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
  const { id } = await fileDispute(transaction, { apiKeyId, organization, isPublic: false }, body);
  return { outcome: 'DISPUTE_CREATED', disputeId: id };
}

/** Whether a list that was imported says that an asset is to be blocked. */
async function isListed(database: Database, assetId: number): Promise<boolean> {
  const listed = and(eq(listMemberships.assetId, assetId), eq(listMemberships.status, 'BLOCKED'));
  return (await database.$count(listMemberships, listed)) > 0;
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
