import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { type IssueCode, issue, Refused } from '../../../database/refused.ts';
import { attachments, receiptProposals, receipts } from '../../../database/schema/receipt.ts';
import { proposals, reportAssets, reports } from '../../../database/schema/report.ts';
import { eraseReports } from '../../../feature/receipt/erasure.ts';
import type { Visit } from '../../gate.ts';
import { visibleTo } from '../../person.ts';

type Report = typeof reports.$inferSelect;

/**
 * Merges a report into another one of its organization, in the caller's transaction: pending proposals, files and
 * receipts move there. @throws Refused with the number of the report that prevents it
 */
export async function mergeReports(
  transaction: Database,
  { person }: Pick<Visit, 'person'>,
  fromId: number,
  intoId: number,
): Promise<void> {
  const both = await transaction
    .select()
    .from(reports)
    .where(and(inArray(reports.id, [fromId, intoId]), visibleTo(person, reports.organizationId)))
    .orderBy(asc(reports.id))
    .for('no key update');
  const [from, into] = [fromId, intoId].map((id) => both.find((report) => report.id === id));
  const refusal = (key: IssueCode, number: number) => new Refused(issue(key, { number: String(number) }));
  if (fromId === intoId) throw refusal('desk.report.itself', fromId);
  if (!from) throw refusal('desk.report.noSuch', fromId);
  if (!into) throw refusal('desk.report.noSuch', intoId);
  if (from.organizationId !== into.organizationId) throw refusal('desk.report.foreign', intoId);
  const closed = [from, into].find(({ status }) => status === 'CLOSED');
  if (closed) throw refusal('desk.report.isClosed', closed.id);
  // As filing locks them, so that a duplicate that is being filed keeps its receipt, and a later one sees where the proposals are.
  await transaction.execute(sql`select id from assets
    where id in (select asset_id from ${proposals} where report_id = ${fromId} and review_status = 'PENDING')
    order by digest for update`);
  const pending = await transaction
    .select()
    .from(proposals)
    .where(and(eq(proposals.reportId, fromId), eq(proposals.reviewStatus, 'PENDING')));
  await moveReceipts(transaction, from, intoId);
  for (const proposal of pending) await moveProposal(transaction, proposal, intoId);
  await transaction.update(attachments).set({ reportId: intoId }).where(eq(attachments.reportId, fromId));
  const now = new Date();
  await transaction
    .update(reports)
    .set({ mergedIntoId: intoId, status: 'CLOSED', closedAt: now, updatedAt: now, needsCustomerReview: false })
    .where(eq(reports.id, fromId));
  await transaction.update(reports).set({ updatedAt: now }).where(eq(reports.id, intoId));
}

/** Joins a proposal with the same one of the other report, or moves it there. */
async function moveProposal(transaction: Database, proposal: typeof proposals.$inferSelect, intoId: number) {
  const { id, assetId, proposedStatus } = proposal;
  const [same] = await transaction
    .select()
    .from(proposals)
    .where(
      and(
        eq(proposals.reportId, intoId),
        eq(proposals.assetId, assetId),
        eq(proposals.proposedStatus, proposedStatus),
        eq(proposals.reviewStatus, 'PENDING'),
      ),
    );
  if (same) {
    await transaction.execute(sql`insert into receipt_proposals (receipt_id, proposal_id)
      select receipt_id, ${same.id}::bigint from ${receiptProposals} where proposal_id = ${id} on conflict do nothing`);
    const notes = [...same.notes, ...proposal.notes].sort((one, other) => one.at.localeCompare(other.at));
    await transaction
      .update(proposals)
      .set({ notes, message: same.message ?? proposal.message })
      .where(eq(proposals.id, same.id));
    await transaction.delete(proposals).where(eq(proposals.id, id));
    return;
  }
  await transaction.execute(sql`insert into ${reportAssets} (report_id, asset_id, submitted_content, kind, brand_slug, screenshot_url, screenshot_taken_by)
    select ${intoId}::bigint, asset_id, submitted_content, kind, brand_slug, screenshot_url, screenshot_taken_by from ${reportAssets}
    where report_id = ${proposal.reportId} and asset_id = ${assetId} on conflict do nothing`);
  await transaction.update(proposals).set({ reportId: intoId }).where(eq(proposals.id, id));
}

/** Moves the texts and personal data of the report, and where its pictures are, to its receipt, with which they can be erased. */
async function moveReceipts(transaction: Database, from: Report, intoId: number): Promise<void> {
  const { id, contactInfo, externalReporter, title, description, attachmentUrls } = from;
  const reporter = externalReporter && `${externalReporter.displayName} (${externalReporter.platform})`;
  const contact = [contactInfo, reporter].filter((part) => part !== null).join(', ');
  const text = [title, description].filter((part) => part !== null).join('\n\n');
  const pictures = (
    await transaction
      .selectDistinct({ url: reportAssets.screenshotUrl })
      .from(reportAssets)
      .where(eq(reportAssets.reportId, id))
  ).flatMap(({ url }) => (url === null || attachmentUrls.includes(url) ? [] : [url]));
  const own = await transaction
    .update(receipts)
    .set({
      isMerged: true,
      contactInfo: contact === '' ? null : contact,
      description: text === '' ? null : text,
      attachmentUrls: [...attachmentUrls, ...pictures],
    })
    .where(and(eq(receipts.reportId, id), eq(receipts.isMerged, false)))
    .returning({ id: receipts.id });
  await transaction.update(receipts).set({ reportId: intoId }).where(eq(receipts.reportId, id));
  if (own.length === 0) return;
  await eraseReports(transaction, sql`select ${id}::bigint`);
}
