import { and, asc, desc, eq, getTableColumns, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { assets, listMemberships } from '../../../database/schema/asset.ts';
import { disputes } from '../../../database/schema/dispute.ts';
import { organizations } from '../../../database/schema/organization.ts';
import { receipts } from '../../../database/schema/receipt.ts';
import { reportAssets, reports } from '../../../database/schema/report.ts';
import { isWaiting } from '../../../feature/dispute/decision.ts';
import { REVIEW_HOURS } from '../../../feature/review/sla.ts';
import { type Person, visibleTo } from '../../person.ts';
import { readHistory } from '../history.ts';
import { PAGE_SIZE, PARTS, type Part, type Queue, queueOf } from '../queue.ts';

/** A dispute as a list shows it, with the asset that blocks and whether its sender was asked something and answered. */
export type DisputeEntry = Awaited<ReturnType<typeof readDisputes>>[number];

export type DisputeCase = NonNullable<Awaited<ReturnType<typeof readDispute>>>;

const MAX_OTHERS = 20;

/** Condition: the sender of the dispute was asked something, with this outcome. */
const isInquired = (outcome: SQL) =>
  sql<boolean>`exists (select from receipts where receipts.dispute_id = ${disputes.id} and question is not null and ${outcome})`;

const columns = {
  ...getTableColumns(disputes),
  organization: organizations.name,
  asset: assets,
  isAsked: isInquired(sql`answer is null`),
  isAnswered: isInquired(sql`answer is not null`),
};

const isSkipped = sql`(${disputes.skippedAt} is not null)`;

/** Disputes that a person may see and that meet a condition: oldest first, skipped ones last. */
export const readDisputes = (database: Database, person: Person, condition: SQL | undefined) =>
  database
    .select(columns)
    .from(disputes)
    .innerJoin(assets, eq(assets.id, disputes.assetId))
    .leftJoin(organizations, eq(organizations.id, disputes.organizationId))
    .where(and(visibleTo(person, disputes.organizationId), condition))
    .orderBy(isSkipped, asc(disputes.createdAt), asc(disputes.id))
    .limit(PAGE_SIZE + 1);

const PART_CONDITIONS: Readonly<Record<Part, SQL>> = {
  open: sql`true`,
  late: sql`${disputes.createdAt} < now() - make_interval(hours => ${REVIEW_HOURS})`,
  answered: sql`(${disputes.advisedAt} is not null or ${columns.isAnswered})`,
  escalated: sql`(${disputes.escalatedAt} is not null and ${disputes.advisedAt} is null)`,
  asked: columns.isAsked,
};

/** One page of a part of the queue: oldest first, skipped ones last. */
export async function readQueue(
  database: Database,
  person: Person,
  part: Part,
  after: number | null,
): Promise<Queue<DisputeEntry>> {
  const counted = Object.fromEntries(
    PARTS.map((name) => [name, sql<number>`(count(*) filter (where ${PART_CONDITIONS[name]}))::int`]),
  ) as Record<Part, SQL<number>>;
  const [counts] = await database
    .select(counted)
    .from(disputes)
    .where(and(visibleTo(person, disputes.organizationId), isWaiting));
  const behind =
    after === null
      ? undefined
      : sql`(${isSkipped}, ${disputes.createdAt}, ${disputes.id}) > (select d.skipped_at is not null, d.created_at, d.id from ${disputes} d where d.id = ${after})`;
  return queueOf(counts!, await readDisputes(database, person, and(isWaiting, PART_CONDITIONS[part], behind)));
}

/** The next dispute of a part of the queue besides this one; of the open ones, none that waits for an answer. Null where there is none. */
export async function nextDispute(
  database: Database,
  person: Person,
  than: number,
  part: Part,
): Promise<number | null> {
  const wanted =
    part === 'open' ? and(not(PART_CONDITIONS.escalated), not(columns.isAsked)) : and(PART_CONDITIONS[part]);
  const rows = await readDisputes(database, person, and(isWaiting, ne(disputes.id, than), wanted));
  return rows[0]?.id ?? null;
}

/** What was written about a dispute for those who decide it. */
export const draftOf = ({ note, advice, adviceNote }: typeof disputes.$inferSelect) => ({ note, advice, adviceNote });

/** A dispute that this person may see; null for any other number. */
export async function readDispute(database: Database, person: Person, id: number) {
  const [dispute] = await readDisputes(database, person, eq(disputes.id, id));
  if (!dispute) return null;
  const { assetId } = dispute;
  const correspondence = await database.select().from(receipts).where(eq(receipts.disputeId, id));
  return {
    ...dispute,
    lists: await database
      .select({ source: listMemberships.source, status: listMemberships.status, reason: listMemberships.reason })
      .from(listMemberships)
      .where(and(eq(listMemberships.assetId, assetId), isNull(listMemberships.expiredAt)))
      .orderBy(listMemberships.source),
    reports: await database
      .select({ id: reports.id, title: reports.title, createdAt: reports.createdAt })
      .from(reportAssets)
      .innerJoin(reports, eq(reports.id, reportAssets.reportId))
      .where(and(eq(reportAssets.assetId, assetId), visibleTo(person, reports.organizationId)))
      .orderBy(desc(reports.createdAt), desc(reports.id))
      .limit(MAX_OTHERS),
    others: await database
      .select()
      .from(disputes)
      .where(and(eq(disputes.assetId, assetId), ne(disputes.id, id), visibleTo(person, disputes.organizationId)))
      .orderBy(desc(disputes.id))
      .limit(MAX_OTHERS),
    correspondence,
    letterCount: correspondence.length,
    history: await readHistory(database, 'dispute', id),
  };
}
