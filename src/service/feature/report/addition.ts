import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { organizations } from '../../database/schema/organization.ts';
import { receiptProposals, receipts } from '../../database/schema/receipt.ts';
import { additions, reports } from '../../database/schema/report.ts';
import { proposeInReport } from './filing.ts';

/** Marks an addition as read, with a message to its sender. @returns false where it is no unread addition */
export async function markRead(database: Database, reportId: number, message: string | null): Promise<boolean> {
  const read = await database
    .update(additions)
    .set({ readAt: new Date(), message })
    .where(and(eq(additions.reportId, reportId), isNull(additions.readAt)))
    .returning({ reportId: additions.reportId });
  return read.length > 0;
}

/**
 * Makes an unread addition a report that proposes what it mentions, in the caller's transaction; its sender follows it
 * with the same receipt. @returns false where it is none
 * @throws Failure UNPROCESSABLE_CONTENT for contents that need no report
 */
export async function reportFromAddition(
  transaction: Database,
  reportId: number,
  contents: readonly string[],
): Promise<boolean> {
  const taken = await transaction
    .delete(additions)
    .where(and(eq(additions.reportId, reportId), isNull(additions.readAt)))
    .returning({ reportId: additions.reportId });
  if (taken.length === 0) return false;
  const [report] = await transaction
    .select({ apiKeyId: reports.apiKeyId, organization: organizations })
    .from(reports)
    .leftJoin(organizations, eq(organizations.id, reports.organizationId))
    .where(eq(reports.id, reportId));
  const assets = contents.map((content) => ({ content, status: 'BLOCKED' as const }));
  const proposalIds = await proposeInReport(transaction, reportId, { ...report!, isPublic: false }, assets);
  const [receipt] = await transaction.select({ id: receipts.id }).from(receipts).where(eq(receipts.reportId, reportId));
  if (receipt)
    await transaction
      .insert(receiptProposals)
      .values(proposalIds.map((proposalId) => ({ receiptId: receipt.id, proposalId })));
  return true;
}
