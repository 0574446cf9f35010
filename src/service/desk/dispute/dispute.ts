import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { DISPUTE_STATUSES } from '../../../api/report/dispute.ts';
import type { Asset } from '../../../asset/index.ts';
import type { Database } from '../../database/connection.ts';
import { assets, listMemberships } from '../../database/schema/asset.ts';
import { organizations } from '../../database/schema/organization/organization.ts';
import { disputes } from '../../database/schema/report/dispute.ts';
import { receipts } from '../../database/schema/report/receipt.ts';
import { reportAssets, reports } from '../../database/schema/report/report.ts';
import type { Letter } from '../inquiry/conversation.ts';
import { type Person, visibleTo } from '../person.ts';

/** A dispute as a list shows it. */
export type DisputeEntry = {
  readonly id: number;
  readonly status: (typeof DISPUTE_STATUSES)[number];
  /** What the person named. */
  readonly content: string;
  readonly createdAt: Date;
  readonly organization: string | null;
  readonly asset: Asset;
};

/** A dispute with everything that its decision takes. */
export type DisputeCase = DisputeEntry & {
  readonly description: string | null;
  readonly email: string | null;
  readonly note: string | null;
  readonly decidedAt: Date | null;
  /** The asset that blocks, as it is now. */
  readonly blocked: Pick<typeof assets.$inferSelect, 'status' | 'source' | 'reason' | 'decidedAt' | 'decidedBy'>;
  readonly lists: readonly { readonly source: string; readonly status: string; readonly reason: string | null }[];
  readonly reports: readonly { readonly id: number; readonly title: string | null; readonly createdAt: Date }[];
  readonly others: readonly Pick<DisputeEntry, 'id' | 'status' | 'createdAt'>[];
  readonly letters: readonly Letter[];
};

const PAGE_SIZE = 50;
const MAX_OTHERS = 20;

const columns = {
  id: disputes.id,
  status: disputes.status,
  content: disputes.content,
  createdAt: disputes.createdAt,
  organization: organizations.name,
  asset: { type: assets.type, content: assets.content },
};

/** Disputes that a person sees and that meet a condition, oldest first. */
const listed = (database: Database, person: Person, condition: SQL | undefined) =>
  database
    .select(columns)
    .from(disputes)
    .innerJoin(assets, eq(assets.id, disputes.assetId))
    .leftJoin(organizations, eq(organizations.id, disputes.organizationId))
    .where(and(visibleTo(person, disputes.organizationId), condition))
    .orderBy(asc(disputes.createdAt), asc(disputes.id))
    .limit(PAGE_SIZE + 1);

/** One page of the open disputes, oldest first. `next`: the id of the last one where more follow. */
export async function openDisputes(database: Database, person: Person, after: number | null) {
  const behind =
    after === null
      ? undefined
      : sql`(${disputes.createdAt}, ${disputes.id}) > (select d.created_at, d.id from ${disputes} d where d.id = ${after})`;
  const rows = await listed(database, person, and(eq(disputes.status, 'OPEN'), behind));
  const shown = rows.slice(0, PAGE_SIZE);
  return { disputes: shown, next: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null };
}

/** Disputes, open and decided, that a search means. */
export const foundDisputes = (database: Database, person: Person, condition: SQL): Promise<DisputeEntry[]> =>
  listed(database, person, condition);

/** The open dispute to decide after this one; null where none waits. */
export async function nextDispute(database: Database, person: Person, than: number): Promise<number | null> {
  const rows = await listed(database, person, and(eq(disputes.status, 'OPEN'), ne(disputes.id, than)));
  return rows[0]?.id ?? null;
}

/** A dispute that this person sees; null for any other number. */
export async function readDispute(database: Database, person: Person, id: number): Promise<DisputeCase | null> {
  const [row] = await database
    .select({ ...columns, dispute: disputes, blocked: assets })
    .from(disputes)
    .innerJoin(assets, eq(assets.id, disputes.assetId))
    .leftJoin(organizations, eq(organizations.id, disputes.organizationId))
    .where(and(eq(disputes.id, id), visibleTo(person, disputes.organizationId)));
  if (!row) return null;
  const { dispute, ...entry } = row;
  const { assetId, description, email, note, decidedAt } = dispute;
  return {
    ...entry,
    ...{ description, email, note, decidedAt },
    lists: await database
      .select({ source: listMemberships.source, status: listMemberships.status, reason: listMemberships.reason })
      .from(listMemberships)
      .where(eq(listMemberships.assetId, assetId))
      .orderBy(listMemberships.source),
    reports: await database
      .select({ id: reports.id, title: reports.title, createdAt: reports.createdAt })
      .from(reportAssets)
      .innerJoin(reports, eq(reports.id, reportAssets.reportId))
      .where(and(eq(reportAssets.assetId, assetId), visibleTo(person, reports.organizationId)))
      .orderBy(desc(reports.createdAt), desc(reports.id))
      .limit(MAX_OTHERS),
    others: await database
      .select({ id: disputes.id, status: disputes.status, createdAt: disputes.createdAt })
      .from(disputes)
      .where(and(eq(disputes.assetId, assetId), ne(disputes.id, id), visibleTo(person, disputes.organizationId)))
      .orderBy(desc(disputes.id))
      .limit(MAX_OTHERS),
    letters: await database.select().from(receipts).where(eq(receipts.disputeId, id)).orderBy(receipts.id),
  };
}
