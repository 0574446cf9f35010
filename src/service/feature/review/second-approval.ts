import { and, eq, sql } from 'drizzle-orm';
import type { Asset } from '../../../asset/index.ts';
import type { Database } from '../../database/connection.ts';
import { organizations } from '../../database/schema/organization/organization.ts';
import { proposals } from '../../database/schema/report/report.ts';
import { highReachOf, reachOf } from '../../listing/reach.ts';
import type { Reviewer } from './review.ts';

type Approved = {
  readonly proposal: typeof proposals.$inferSelect;
  readonly organizationId: number | null;
  readonly asset: Asset;
};

/** Whether an approval is the first of two, after which the proposal stays pending; or why it cannot be the second one. */
export type ApprovalTurn = { readonly isFirst: boolean } | { readonly refusal: string };

/**
 * Which of the approvals this one is. Two are needed to block an asset of a type for which the report's organization has
 * `obligatoryAdminApproval`, and a host of high reach unless the reviewer insists: the second one by another person.
 */
export async function approvalTurn(
  database: Database,
  { proposal, organizationId, asset }: Approved,
  reviewer: Reviewer,
): Promise<ApprovalTurn> {
  const { id, proposedStatus, firstApprovedBy, firstApproverId } = proposal;
  if (proposedStatus !== 'BLOCKED') return { isFirst: false };
  const isWanted = organizationId !== null && (await wantsTwo(database, organizationId, asset));
  if (!isWanted && (reviewer.insists || !(await hasHighReach(database, asset)))) return { isFirst: false };
  if (firstApprovedBy === null) return { isFirst: true };
  if (reviewer.kind === 'automation')
    return { refusal: `Proposal ${id} waits for its second approval, which only a person can give` };
  return isSame({ userId: firstApproverId, name: firstApprovedBy }, reviewer)
    ? {
        refusal: `Proposal ${id} is approved by ${firstApprovedBy} already: it waits for the approval of another person`,
      }
    : { isFirst: false };
}

async function hasHighReach(database: Database, asset: Asset): Promise<boolean> {
  const [reach] = await reachOf(database, [asset]);
  return highReachOf(reach!).length > 0;
}

type Approver = Pick<Reviewer, 'userId' | 'name'>;

/** Users by their number: an e-mail address is the user's own to change. Accounts on the machine by their name. */
const isSame = (one: Approver, other: Approver): boolean =>
  one.userId === null && other.userId === null ? one.name === other.name : one.userId === other.userId;

const wantsTwo = async (database: Database, organizationId: number, { type }: Asset): Promise<boolean> =>
  (await database.$count(
    organizations,
    and(
      eq(organizations.id, organizationId),
      eq(organizations.adminApprovalActive, true),
      sql`${type} = any(${organizations.adminApprovalAssetTypes})`,
    ),
  )) > 0;

/** Writes the first of two approvals down. */
export async function recordFirstApproval(transaction: Database, proposalId: number, reviewer: Reviewer) {
  const { userId, name, note, told } = reviewer;
  await transaction
    .update(proposals)
    .set({
      ...{ firstApproverId: userId, firstApprovedBy: name, firstApprovedAt: new Date() },
      ...{ note, ...(told ? { told } : {}) },
    })
    .where(eq(proposals.id, proposalId));
}
