import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { disputes } from '../../database/schema/dispute.ts';
import { attachments, receipts } from '../../database/schema/receipt.ts';
import { additions, reportAssets, reports } from '../../database/schema/report.ts';
import type { Log } from '../../http/log/log.ts';
import { type Kind, requireReceipt } from './receipt.ts';

/** Contact data and files are erased this long after the decision. */
export const RETENTION_DAYS = 180;
/** How often old data is erased. */
const INTERVAL_MS = 6 * 3_600_000;

/** Of a report: how to reach the person, what the person's browser says, and where the files are. */
export const NOTHING = {
  contactInfo: null,
  externalReporter: null,
  userAgent: null,
  referrer: null,
  attachmentUrls: [],
};

/** Of an asset in a report: the address of its screenshot, and who made it. */
export const NO_PICTURE = { screenshotUrl: null, screenshotTakenBy: null };

/** Of a receipt. An answer becomes empty, which tells the desk that there was one. */
const ERASED_RECEIPT = { contactInfo: null, attachmentUrls: [], description: null };

/** Of a dispute: how to reach the person, and what was written by and for the person. */
const ERASED_DISPUTE = { email: null, description: null, note: null };

/**
 * Erases the contact data and the files that came with a receipt, and of a dispute also its texts. What was reported stays; an addition, which
 * decides nothing, goes.
 * @throws Failure NOT_FOUND
 */
export async function eraseByReceipt(transaction: Database, kind: Kind, text: string): Promise<void> {
  const receipt = await requireReceipt(transaction, kind, text);
  const { id, reportId, disputeId, isMerged } = receipt;
  await transaction.delete(attachments).where(eq(attachments.receiptId, id));
  const isAddition = reportId !== null && (await transaction.$count(additions, eq(additions.reportId, reportId))) > 0;
  if (isAddition) {
    await transaction.delete(reports).where(eq(reports.id, reportId));
    return;
  }
  await transaction
    .update(receipts)
    .set({ ...ERASED_RECEIPT, answer: receipt.answer === null ? null : '' })
    .where(eq(receipts.id, id));
  if (reportId !== null && !isMerged) {
    await transaction.update(reports).set(NOTHING).where(eq(reports.id, reportId));
    await transaction.update(reportAssets).set(NO_PICTURE).where(eq(reportAssets.reportId, reportId));
  }
  if (disputeId !== null) await transaction.update(disputes).set(ERASED_DISPUTE).where(eq(disputes.id, disputeId));
}

/** Erases the contact data and the files of everything that was decided more than so many days ago. */
export async function eraseDecided(database: Database, days: number): Promise<void> {
  const before = sql`now() - make_interval(days => ${days})`;
  const old = sql`(select id from reports where closed_at < ${before})`;
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`delete from attachments where report_id in ${old}`);
    await transaction.execute(sql`update report_assets set screenshot_url = null, screenshot_taken_by = null
      where report_id in ${old} and (screenshot_url is not null or screenshot_taken_by is not null)`);
    await transaction.execute(sql`update receipts set contact_info = null, attachment_urls = '{}',
        description = null, answer = case when answer is not null then '' end
      where (report_id in ${old} or dispute_id in (select id from disputes where decided_at < ${before}))
        and (contact_info is not null or attachment_urls <> '{}' or description is not null or answer <> '')`);
    await transaction.execute(sql`update reports
      set contact_info = null, external_reporter = null, user_agent = null, referrer = null, attachment_urls = '{}'
      where closed_at < ${before} and (contact_info is not null or external_reporter is not null
        or user_agent is not null or referrer is not null or attachment_urls <> '{}')`);
    await transaction.execute(sql`update disputes set email = null, description = null, note = null where decided_at < ${before}
      and (email is not null or description is not null or note is not null)`);
  });
}

/** Erases now and regularly until it is stopped. Several processes do no harm. */
export function eraseRegularly(database: Database, days: number, log: Log): { readonly stop: () => Promise<void> } {
  let running = Promise.resolve();
  const run = () => {
    running = eraseDecided(database, days).catch((error) => log.error('erasure failed', error));
  };
  run();
  const timer = setInterval(run, INTERVAL_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
