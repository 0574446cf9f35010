import { type SQL, sql } from 'drizzle-orm';
import type { AssetType } from '../../../asset/type.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { REVIEW_HOURS } from '../../jobs/sla.ts';
import type { Person } from '../person.ts';

/** Parts of the queue: everything that is open, what is late, what somebody answered, and whose answer is waited for. */
export const QUEUE_PARTS = ['open', 'late', 'answered', 'escalated', 'asked'] as const;
export type QueuePart = (typeof QUEUE_PARTS)[number];

/** A report that waits for its review. */
export type WaitingReport = {
  readonly id: number;
  readonly title: string | null;
  readonly organization: string | null;
  readonly createdAt: Date;
  /** The first of its assets, and how many there are. */
  readonly assets: readonly { readonly type: AssetType; readonly content: string }[];
  readonly assetCount: number;
  readonly attachmentCount: number;
  /** How often the same was reported since. */
  readonly repeatCount: number;
  /** All that is pending was skipped. */
  readonly isSkipped: boolean;
  readonly isEscalated: boolean;
  readonly isApprovedOnce: boolean;
  readonly isAsked: boolean;
  /** The organization answered an escalation, or the reporter a question. */
  readonly isAnswered: boolean;
};

export type QueuePage = {
  readonly counts: Readonly<Record<QueuePart, number>>;
  readonly reports: readonly WaitingReport[];
  /** The id of the last report where more follow. */
  readonly next: number | null;
};

const PAGE_SIZE = 50;
const SHOWN_ASSETS = 3;

const PART_CONDITIONS: Readonly<Record<QueuePart, SQL>> = {
  open: sql`true`,
  late: sql`created_at < now() - make_interval(hours => ${REVIEW_HOURS})`,
  answered: sql`is_answered`,
  escalated: sql`is_escalated`,
  asked: sql`is_asked`,
};

/** Open reports that a person sees, with what their proposals and receipts say, as the relation `open`. */
const openReports = ({ isWholeDesk, organizations }: Person): SQL => sql`open as materialized (
  select reports.id, reports.title, reports.organization_id, reports.created_at, state.*, coalesce(inquiry.is_asked, false) as is_asked,
    state.is_decided_by_organization or coalesce(inquiry.is_replied, false) as is_answered, coalesce(inquiry.repeats, 0) as repeats
  from reports
  cross join lateral (
    select bool_and(decision is not distinct from 'SKIP') as is_skipped,
      bool_or(escalated_to_organization and answered_at is null) as is_escalated,
      bool_or(answered_at is not null) as is_decided_by_organization,
      bool_or(first_approved_by is not null) as is_approved_once
    from proposals where proposals.report_id = reports.id and review_status = 'PENDING') state
  left join lateral (
    select bool_or(not is_merged and question is not null and answer is null) as is_asked,
      bool_or(not is_merged and answer is not null) as is_replied, (count(*) filter (where is_merged))::int as repeats
    from receipts where receipts.report_id = reports.id) inquiry on true
  where reports.status <> 'CLOSED' and state.is_skipped is not null and ${
    isWholeDesk
      ? sql`true`
      : sql`reports.organization_id in (select value::int from json_array_elements_text(${JSON.stringify(organizations.map(({ id }) => id))}::text::json))`
  })`;

/** One page of a part of the queue: the oldest first, and what was skipped behind the others. */
export async function readQueue(
  database: Database,
  person: Person,
  part: QueuePart,
  after: number | null,
): Promise<QueuePage> {
  const open = openReports(person);
  const counted = sql.join(
    QUEUE_PARTS.map((name) => sql`(count(*) filter (where ${PART_CONDITIONS[name]}))::int as ${sql.identifier(name)}`),
    sql`, `,
  );
  const [counts] = await rowsOf<Record<QueuePart, number>>(database, sql`with ${open} select ${counted} from open`);
  const behind =
    after === null
      ? sql`true`
      : sql`(is_skipped, created_at, id) > (select is_skipped, created_at, id from open where id = ${after})`;
  const rows = await rowsOf<Row>(
    database,
    sql`with ${open} select id, title, created_at, is_skipped, is_escalated, is_approved_once, is_asked, is_answered, repeats,
        (select name from organizations where organizations.id = organization_id) as organization,
        (select count(*)::int from attachments where attachments.report_id = open.id) as attachments,
        (select count(*)::int from report_assets where report_assets.report_id = open.id) as asset_count,
        (select json_agg(json_build_object('type', type, 'content', content) order by place) from (
          select assets.type, assets.content, report_assets.id as place from report_assets
          join assets on assets.id = report_assets.asset_id
          where report_assets.report_id = open.id order by report_assets.id limit ${SHOWN_ASSETS}) first) as assets
      from open where ${PART_CONDITIONS[part]} and ${behind}
      order by is_skipped, created_at, id limit ${PAGE_SIZE + 1}`,
  );
  const shown = rows.slice(0, PAGE_SIZE).map(reportOf);
  return { counts: counts!, reports: shown, next: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null };
}

/** The first report of the queue other than this one; null where none waits. */
export async function nextReport(database: Database, person: Person, than: number): Promise<number | null> {
  const [row] = await rowsOf<{ id: number | string }>(
    database,
    sql`with ${openReports(person)} select id from open where id <> ${than} and not is_escalated and not is_asked
      order by is_skipped, created_at, id limit 1`,
  );
  return row ? Number(row.id) : null;
}

type Row = {
  readonly id: number | string;
  readonly title: string | null;
  readonly organization: string | null;
  readonly created_at: string | Date;
  readonly is_skipped: boolean;
  readonly is_escalated: boolean;
  readonly is_approved_once: boolean;
  readonly is_asked: boolean;
  readonly is_answered: boolean;
  readonly repeats: number;
  readonly attachments: number;
  readonly asset_count: number;
  readonly assets: WaitingReport['assets'] | null;
};

const reportOf = (row: Row): WaitingReport => ({
  id: Number(row.id),
  title: row.title,
  organization: row.organization,
  createdAt: new Date(row.created_at),
  assets: row.assets ?? [],
  assetCount: row.asset_count,
  attachmentCount: row.attachments,
  repeatCount: row.repeats,
  isSkipped: row.is_skipped,
  isEscalated: row.is_escalated,
  isApprovedOnce: row.is_approved_once,
  isAsked: row.is_asked,
  isAnswered: row.is_answered,
});
