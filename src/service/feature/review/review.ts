import { and, eq, ne } from 'drizzle-orm';
import type { DECISIONS, REPORT_STATUSES } from '../../../api/report/report-record.ts';
import type { Asset } from '../../../asset/index.ts';
import { type Database, LOCKS, lock } from '../../database/database.ts';
import { issue, Refused } from '../../database/refused.ts';
import { assets } from '../../database/schema/asset.ts';
import { type ANSWERS, proposals, reports } from '../../database/schema/report.ts';
import { announceEscalation } from '../../jobs/announcement.ts';
import { decide, ListingRefused } from '../listing/decision.ts';
import { undoDecision } from '../listing/undo.ts';
import { recordThreat } from '../threat/threat.ts';
import { approvalTurn, firstReason, type Reviewer, recordFirstApproval, withNote } from './second-approval.ts';

export type Decision = (typeof DECISIONS)[number];
export type Answer = (typeof ANSWERS)[number];

export type Reviewed = {
  readonly reportStatus: (typeof REPORT_STATUSES)[number];
  /** The approval was the first of two: the proposal is pending. */
  readonly needsSecondApproval: boolean;
};

type Case = {
  readonly proposal: typeof proposals.$inferSelect;
  readonly organizationId: number | null;
  readonly asset: Asset;
};

/**
 * Decides a pending proposal in one transaction. APPROVE gives the asset the proposed status with all that follows, and
 * makes a blocked one a threat; of two approvals that are needed, the first leaves it pending, as SKIP (behind all
 * others) and ESCALATE (asks the organization) do. The note of an approval, else of the first of two, is the reason of the
 * block. @throws Refused
 */
export async function review(
  database: Database,
  proposalId: number,
  decision: Decision,
  reviewer: Reviewer,
): Promise<Reviewed> {
  return database.transaction(async (transaction) => {
    const one = await pendingCase(transaction, proposalId);
    const turn = decision === 'APPROVE' ? await approvalTurn(transaction, one, reviewer) : { isFirst: false };
    if ('refusal' in turn) throw new Refused(turn.refusal);
    if (turn.isFirst) {
      await recordFirstApproval(transaction, one.proposal, reviewer);
      return outcome(transaction, one, new Date(), true);
    }
    // Locks the asset before the proposal, in the same order as filing a report.
    if (decision === 'APPROVE') await approve(transaction, one, reviewer.note ?? firstReason(one.proposal));
    const now = new Date();
    const isFinal = decision === 'APPROVE' || decision === 'REJECT';
    await transaction
      .update(proposals)
      .set({
        decision,
        reviewerKind: reviewer.kind,
        notes: withNote(one.proposal, decision, reviewer),
        ...(reviewer.message ? { message: reviewer.message } : {}),
        ...(isFinal ? { reviewStatus: decision === 'APPROVE' ? 'APPROVED' : 'REJECTED', reviewedAt: now } : {}),
        ...(decision === 'ESCALATE'
          ? { escalatedToOrganization: true, escalatedAt: now, answeredAt: null, answer: null }
          : {}),
      })
      .where(eq(proposals.id, proposalId));
    if (decision === 'ESCALATE') await escalate(transaction, one);
    return outcome(transaction, one, now);
  });
}

/**
 * Records an organization's answer to an escalation; the proposal stays pending. @throws Refused when it was not asked
 */
export async function answerEscalation(
  database: Database,
  proposalId: number,
  answer: Answer,
  who: Pick<Reviewer, 'name' | 'note'>,
): Promise<Reviewed> {
  return database.transaction(async (transaction) => {
    const one = await pendingCase(transaction, proposalId);
    if (!one.proposal.escalatedToOrganization)
      throw new Refused(issue('review.notEscalated', { asset: one.asset.content }));
    if (one.proposal.answeredAt !== null) throw new Refused(issue('review.answered', { asset: one.asset.content }));
    const now = new Date();
    await transaction
      .update(proposals)
      .set({ answer, answeredAt: now, notes: withNote(one.proposal, `ANSWER_${answer}`, who) })
      .where(eq(proposals.id, proposalId));
    return outcome(transaction, one, now);
  });
}

/**
 * Undoes an approval or a rejection: the proposal is pending, its asset as before (unless another approval or a later
 * decision holds), and what was written for reporters is gone. @throws Refused for a pending proposal
 */
export async function undoReview(database: Database, proposalId: number): Promise<Reviewed> {
  return database.transaction(async (transaction) => {
    const one = await lockedCase(transaction, proposalId);
    if (one.proposal.reviewStatus === 'PENDING')
      throw new Refused(issue('desk.undo.pending', { asset: one.asset.content }));
    await lock(transaction, LOCKS.listing);
    if (await approvedAlone(transaction, one.proposal)) await undoDecision(transaction, one.proposal.assetId, 'REVIEW');
    await transaction
      .update(proposals)
      .set({
        ...{ reviewStatus: 'PENDING', decision: null, reviewerKind: null, reviewedAt: null, message: null },
        ...{ firstApprovedBy: null, firstApproverId: null, firstApprovedAt: null },
      })
      .where(eq(proposals.id, proposalId));
    return outcome(transaction, one, new Date());
  });
}

/** Whether a proposal was approved, and no other approved one says the same of its asset. */
export async function approvedAlone(
  database: Database,
  { id, assetId, proposedStatus, reviewStatus }: typeof proposals.$inferSelect,
): Promise<boolean> {
  const same = and(
    eq(proposals.assetId, assetId),
    eq(proposals.proposedStatus, proposedStatus),
    eq(proposals.reviewStatus, 'APPROVED'),
    ne(proposals.id, id),
  );
  return reviewStatus === 'APPROVED' && (await database.$count(proposals, same)) === 0;
}

/** The same as {@link lockedCase}. @throws Refused where it was decided */
async function pendingCase(transaction: Database, proposalId: number): Promise<Case> {
  const one = await lockedCase(transaction, proposalId);
  if (one.proposal.reviewStatus !== 'PENDING')
    throw new Refused(issue(`review.${one.proposal.reviewStatus}`, { asset: one.asset.content }));
  return one;
}

/** A proposal with its report, which is locked as by every other review of it. @throws Refused where it is gone */
async function lockedCase(transaction: Database, proposalId: number): Promise<Case> {
  const [named] = await transaction
    .select({ reportId: proposals.reportId })
    .from(proposals)
    .where(eq(proposals.id, proposalId));
  if (!named) throw new Refused(issue('review.noProposal', { id: proposalId }));
  await transaction.select({ id: reports.id }).from(reports).where(eq(reports.id, named.reportId)).for('no key update');
  const [row] = await transaction
    .select({
      proposal: proposals,
      organizationId: reports.organizationId,
      asset: { type: assets.type, content: assets.content },
    })
    .from(proposals)
    .innerJoin(reports, eq(reports.id, proposals.reportId))
    .innerJoin(assets, eq(assets.id, proposals.assetId))
    .where(eq(proposals.id, proposalId));
  // Merged into another report meanwhile.
  return row?.proposal.reportId === named.reportId ? row : lockedCase(transaction, proposalId);
}

async function approve(transaction: Database, { proposal, organizationId, asset }: Case, reason: string | null) {
  const { proposedStatus: status, reportId, assetId } = proposal;
  try {
    // The second approval was checked before.
    const { from } = await decide(
      transaction,
      { asset, status, decidedBy: 'REVIEW', source: 'review', reason },
      { highReach: true },
    );
    if (status === 'BLOCKED' && organizationId !== null)
      await recordThreat(transaction, { organizationId, reportId, assetId, asset, wasBlocked: from === 'BLOCKED' });
  } catch (error) {
    if (error instanceof ListingRefused) throw new Refused(issue('review.notBlocked', { reason: error.issue! }));
    throw error;
  }
}

async function escalate(transaction: Database, { proposal, organizationId, asset }: Case): Promise<void> {
  const { id: proposalId, reportId, assetId } = proposal;
  if (organizationId === null) throw new Refused(issue('review.noOrganization', { id: reportId }));
  if (proposal.escalatedToOrganization && proposal.answeredAt === null)
    throw new Refused(issue('review.escalated', { asset: asset.content }));
  await announceEscalation(transaction, { organizationId, reportId, proposalId, assetId, asset });
}

async function outcome(
  transaction: Database,
  { proposal: { reportId } }: Case,
  now: Date,
  needsSecondApproval = false,
): Promise<Reviewed> {
  const [report] = await transaction
    .update(reports)
    .set({ updatedAt: now })
    .where(eq(reports.id, reportId))
    .returning({ status: reports.status });
  return { reportStatus: report!.status, needsSecondApproval };
}
