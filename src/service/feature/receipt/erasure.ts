import { eq, type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../database/database.ts';
import { additions } from '../../database/schema/report.ts';
import { type Kind, requireReceipt } from './receipt.ts';

/**
 * Erases what somebody sent with a receipt; assets, moments and decisions stay, but not an addition.
 * @throws Failure NOT_FOUND
 */
export async function eraseByReceipt(transaction: Database, kind: Kind, text: string): Promise<void> {
  const named = await requireReceipt(transaction, kind, text);
  // Locked before the receipt, as reviews and merges do.
  await transaction.execute(sql`select id from reports where id = ${named.reportId} for no key update`);
  const { id, reportId, disputeId, isMerged } = await requireReceipt(transaction, kind, text);
  await eraseReceipts(transaction, sql`select ${id}::bigint`);
  if (disputeId !== null) await eraseDisputes(transaction, sql`select ${disputeId}::bigint`);
  if (reportId === null) return;
  await eraseViewers(transaction, sql`select ${reportId}::bigint`);
  if (isMerged) return;
  await eraseReports(transaction, sql`select ${reportId}::bigint`);
  if ((await transaction.$count(additions, eq(additions.reportId, reportId))) > 0)
    await transaction.execute(sql`delete from reports where id = ${reportId}`);
}

/**
 * Erases what was decided so many days ago. What nobody decided in that time is rejected first.
 * @returns how many were closed
 */
export async function eraseOld(
  database: Database,
  days: number,
): Promise<{ readonly reports: number; readonly disputes: number }> {
  const before = sql`now() - make_interval(days => ${days}::integer)`;
  return database.transaction(async (transaction) => {
    const closed = await closeReports(transaction, before);
    const rejected = await rejectDisputes(transaction, before);
    const old = sql`select id from reports where closed_at < ${before} or id = ${anyOf(closed)}`;
    const oldDisputes = sql`select id from disputes where decided_at < ${before} or id = ${anyOf(rejected)}`;
    await eraseReceipts(
      transaction,
      sql`select id from receipts where report_id in (${old}) or dispute_id in (${oldDisputes})`,
    );
    await eraseViewers(transaction, old);
    await eraseReports(transaction, old);
    await eraseDisputes(transaction, oldDisputes);
    await transaction.execute(
      sql`delete from reports where id in (${old}) and id in (select report_id from additions)`,
    );
    return { reports: closed.length, disputes: rejected.length };
  });
}

const anyOf = (ids: readonly number[]): SQL => sql`any(${`{${ids.join(',')}}`}::bigint[])`;

type IdRow = { readonly id: number | string };
const idsOf = (rows: readonly IdRow[]): number[] => rows.map(({ id }) => Number(id));

/** Closes reports without a decision in time, as automation: what they propose is not done. @returns their ids */
async function closeReports(transaction: Database, before: SQL): Promise<number[]> {
  // Locked in the order in which reviews and merges lock reports.
  const ids = idsOf(
    await rowsOf<IdRow>(
      transaction,
      sql`select id from reports where status <> 'CLOSED' and coalesce(reopened_at, created_at) < ${before} order by id for no key update`,
    ),
  );
  if (ids.length > 0)
    await transaction.execute(sql`update proposals
      set review_status = 'REJECTED', decision = 'REJECT', reviewer_kind = 'automation', reviewed_at = now()
      where report_id = ${anyOf(ids)} and review_status = 'PENDING'`);
  return ids;
}

const rejectDisputes = async (transaction: Database, before: SQL): Promise<number[]> =>
  idsOf(
    await rowsOf<IdRow>(
      transaction,
      sql`update disputes set status = 'REJECTED', decided_at = now() where status = 'OPEN' and coalesce(reopened_at, created_at) < ${before} returning id`,
    ),
  );

/** Erases files, contact data and texts of receipts, also questions, which may quote. @param which a query of ids */
async function eraseReceipts(transaction: Database, which: SQL): Promise<void> {
  await transaction.execute(sql`delete from attachments where receipt_id in (${which})`);
  await transaction.execute(sql`update receipts set content = '{}', contact_info = null, description = null,
      attachment_urls = '{}', question = null, asked_at = null, answer = null, answered_at = null
    where id in (${which}) and (content <> '{}' or contact_info is not null or description is not null
      or attachment_urls <> '{}' or question is not null or answer is not null)`);
}

/**
 * Erases that those who sent reports know of an asset, if they neither own, scanned nor disputed it and no other report of theirs that
 * is not erased names it. @param which a query of ids, whose receipts are erased
 */
async function eraseViewers(transaction: Database, which: SQL): Promise<void> {
  const sender = (table: SQL) => sql`coalesce(${table}.organization_id, -${table}.api_key_id)`;
  const theirs = ['disputes', 'scans'].map(
    (table) => sql`exists (select from ${sql.identifier(table)} as named
      where named.asset_id = seen.asset_id and ${sender(sql`named`)} = seen.viewer)`,
  );
  // Without those that are just named again, which are locked in another order.
  await transaction.execute(sql`delete from asset_viewers where id in (select seen.id from asset_viewers seen
    join report_assets on report_assets.asset_id = seen.asset_id join reports on reports.id = report_assets.report_id
    where reports.id in (${which}) and seen.viewer = ${sender(sql`reports`)}
      and not (${sql.join(theirs, sql` or `)})
      and not exists (select from organization_assets own
        where own.asset_id = seen.asset_id and own.organization_id = seen.viewer)
      and not exists (select from report_assets named join reports other on other.id = named.report_id
        where named.asset_id = seen.asset_id and ${sender(sql`other`)} = seen.viewer
          and case when exists (select from receipts where report_id = other.id)
            then exists (select from receipts where report_id = other.id and content <> '{}')
            else other.id not in (${which}) end)
    for update of seen skip locked)`);
}

/** Tables that name an asset which nobody has decided about. */
const NAMING: readonly string[] = [
  ...['report_assets', 'proposals', 'disputes', 'detections', 'threats', 'takedowns', 'scans', 'asset_liveness'],
  ...['organization_assets', 'organization_blocks', 'list_memberships', 'block_requests'],
];

/**
 * Deletes detections of what reports only mention, and such assets that nothing else names. @param which a query of ids
 */
async function eraseMentions(transaction: Database, which: SQL): Promise<void> {
  const mentioned = await rowsOf<IdRow>(
    transaction,
    sql`delete from detections where report_id in (${which}) and not exists (select from report_assets
      where report_assets.report_id = detections.report_id and report_assets.asset_id = detections.asset_id)
      returning asset_id as id`,
  );
  if (mentioned.length === 0) return;
  const isNamed = NAMING.map(
    (table) => sql`exists (select from ${sql.identifier(table)} as named where named.asset_id = assets.id)`,
  );
  await transaction.execute(sql`delete from assets where id = ${anyOf(idsOf(mentioned))} and decided_by = 'NOBODY'
    and decided_at is null and not (${sql.join(isNamed, sql` or `)})`);
}

/** Erases texts and senders of reports, and what a detection quotes; assets stay. @param which a query of ids */
export async function eraseReports(transaction: Database, which: SQL): Promise<void> {
  await eraseMentions(transaction, which);
  await transaction.execute(sql`update detections set threat_content = assets.content, report_id = null
    from assets where assets.id = detections.asset_id and detections.report_id in (${which})`);
  await transaction.execute(sql`update report_assets
    set submitted_content = assets.content, screenshot_url = null, screenshot_taken_by = null
    from assets where assets.id = report_assets.asset_id and report_assets.report_id in (${which})
      and (submitted_content <> assets.content or screenshot_url is not null or screenshot_taken_by is not null)`);
  await transaction.execute(sql`update reports set title = null, description = null, contact_info = null,
      external_reporter = null, user_agent = null, referrer = null, attachment_urls = '{}'
    where id in (${which}) and (attachment_urls <> '{}'
      or num_nonnulls(title, description, contact_info, external_reporter, user_agent, referrer) > 0)`);
}

/** Erases what was written for and about disputes. Of an address, as somebody wrote it, the asset stays. @param which a query of ids */
async function eraseDisputes(transaction: Database, which: SQL): Promise<void> {
  await transaction.execute(sql`update disputes
    set content = assets.content, email = null, description = null, note = null, advice_note = null
    from assets where assets.id = disputes.asset_id and disputes.id in (${which})
      and (disputes.content <> assets.content or num_nonnulls(email, description, note, advice_note) > 0)`);
}
