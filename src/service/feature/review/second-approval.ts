import { and, eq } from 'drizzle-orm';
import type { ACTOR_KINDS } from '../../../api/report/report-record.ts';
import type { Asset } from '../../../asset/index.ts';
import type { AssetType } from '../../../asset/type.ts';
import type { Database } from '../../database/database.ts';
import { type Issue, issue } from '../../database/refused.ts';
import { organizations } from '../../database/schema/organization.ts';
import { type Note, proposals, reports } from '../../database/schema/report.ts';
import { highReachOf, reachOf } from '../listing/reach.ts';

type Approved = {
  readonly proposal: typeof proposals.$inferSelect;
  readonly asset: Asset;
};

/** Whether an approval is the first of two, after which the proposal stays pending; or why it cannot be the second one. */
type ApprovalTurn = { readonly isFirst: boolean } | { readonly refusal: Issue };

/**
 * Which of the approvals this one is. Two are needed to block an asset of a type for which the report's organization has
 * `obligatoryAdminApproval`, and a host of high reach unless the reviewer insists: the second one by another user of the service.
 * A command without a user key counts as neither, because several people may share the account.
 */
export async function approvalTurn(
  database: Database,
  { proposal, asset }: Approved,
  reviewer: Reviewer,
): Promise<ApprovalTurn> {
  const { reportId, proposedStatus, firstApprovedBy, firstApproverId } = proposal;
  if (proposedStatus !== 'BLOCKED') return { isFirst: false };
  const isWanted = (await twoApprovalTypes(database, reportId)).includes(asset.type);
  if (!isWanted && (reviewer.insists || !(await hasHighReach(database, asset)))) return { isFirst: false };
  if (reviewer.userId === null) return { refusal: issue('review.takesTwo', { asset: asset.content }) };
  if (firstApproverId === null) return { isFirst: true };
  if (reviewer.kind === 'automation') return { refusal: issue('review.waitsForPerson', { asset: asset.content }) };
  return firstApproverId === reviewer.userId
    ? { refusal: issue('review.waitsForOther', { asset: asset.content, who: firstApprovedBy ?? '' }) }
    : { isFirst: false };
}

async function hasHighReach(database: Database, asset: Asset): Promise<boolean> {
  const [reach] = await reachOf(database, [asset]);
  return highReachOf(reach!).length > 0;
}

/** The asset types for which the organization of a report demands a second approval. */
export async function twoApprovalTypes(database: Database, reportId: number): Promise<readonly AssetType[]> {
  const [row] = await database
    .select({ types: organizations.adminApprovalAssetTypes })
    .from(organizations)
    .innerJoin(reports, eq(reports.organizationId, organizations.id))
    .where(and(eq(reports.id, reportId), eq(organizations.adminApprovalActive, true)));
  return row?.types ?? [];
}

/** Records the first of two approvals. */
export async function recordFirstApproval(
  transaction: Database,
  proposal: typeof proposals.$inferSelect,
  reviewer: Reviewer,
) {
  const { userId, name, message } = reviewer;
  await transaction
    .update(proposals)
    .set({
      ...{ firstApproverId: userId, firstApprovedBy: name, firstApprovedAt: new Date() },
      ...{ notes: withNote(proposal, 'APPROVE', reviewer), ...(message ? { message } : {}) },
    })
    .where(eq(proposals.id, proposal.id));
}

/** The note of a first approval that waits for the second one; that of an approval which was undone is none. */
export const firstReason = ({ notes, firstApprovedAt }: typeof proposals.$inferSelect): string | null =>
  notes.findLast(({ action, at }) => action === 'APPROVE' && firstApprovedAt && new Date(at) >= firstApprovedAt)
    ?.text ?? null;

/** The notes of a proposal with that of a decision or an answer, if there is one. */
export const withNote = (
  { notes }: Pick<typeof proposals.$inferSelect, 'notes'>,
  action: Note['action'],
  { name, note }: Pick<Reviewer, 'name' | 'note'>,
): Note[] => (note === null ? notes : [...notes, { action, by: name, at: new Date().toISOString(), text: note }]);

/** Who decides, with their texts. The note of an approval is shown on the warning page. */
export type Reviewer = {
  readonly kind: (typeof ACTOR_KINDS)[number];
  /** The user who decides; null for a command without a user key. */
  readonly userId: number | null;
  /** The name to show: the user's e-mail address, or the name of the account. */
  readonly name: string;
  readonly note: string | null;
  /** The message to everybody who reported it, once it is decided. */
  readonly message?: string | null;
  /** Whether a host of high reach is blocked without a second person. */
  readonly insists?: boolean;
};
