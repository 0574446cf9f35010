import { and, desc, eq } from 'drizzle-orm';
import type { assetUnblock } from '../../api/asset-record.ts';
import type { BodyOf, ResponseOf } from '../../api/operation.ts';
import type { ReachedOrganization } from '../access/api-key.ts';
import type { Database } from '../database/connection.ts';
import { disputes } from '../database/schema/dispute.ts';
import { fileDispute } from '../disputes/filing.ts';
import { decide } from '../listing/decision.ts';
import { verdictOn } from '../verdict/verdict.ts';
import { isOwn } from './ownership.ts';

/**
 * Unblocks what blocks a content where that is the organization's own, as a decision that no import undoes; about anything else
 * it files a dispute, unless the organization's last one about it is still open.
 * @throws Failure as {@link fileDispute} does, when the content is no asset, unknown, or not blocked
 */
export async function unblockOrDispute(
  transaction: Database,
  apiKeyId: number,
  organization: ReachedOrganization,
  { content, reason }: BodyOf<typeof assetUnblock>,
): Promise<ResponseOf<typeof assetUnblock>> {
  const { status, deciding } = await verdictOn(transaction, content);
  if (status === 'BLOCKED' && deciding && (await isOwn(transaction, organization.id, deciding.id, deciding.asset))) {
    await decide(transaction, {
      asset: deciding.asset,
      status: 'UNKNOWN',
      decidedBy: 'DISPUTE',
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

async function openDispute(database: Database, organizationId: number, assetId: number): Promise<number | null> {
  const [row] = await database
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.assetId, assetId), eq(disputes.organizationId, organizationId), eq(disputes.status, 'OPEN')))
    .orderBy(desc(disputes.id))
    .limit(1);
  return row?.id ?? null;
}
