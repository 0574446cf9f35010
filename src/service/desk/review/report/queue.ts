import { type SQL, sql } from 'drizzle-orm';
import { html } from 'hono/html';
import type { AssetType } from '../../../../asset/type.ts';
import { type Database, rowsOf } from '../../../database/database.ts';
import { REVIEW_HOURS } from '../../../feature/review/sla.ts';
import { shownContent } from '../../../page/asset-word.ts';
import type { Badges } from '../../../page/list.ts';
import type { Html } from '../../../page/words.ts';
import type { Frame } from '../../page.ts';
import type { Person } from '../../person.ts';
import { dueBadge } from '../../words.ts';
import { caseList, PAGE_SIZE, PARTS, type Part, type Queue, queueOf } from '../queue.ts';

type WaitingReport = {
  readonly id: number;
  readonly title: string | null;
  readonly organization: string | null;
  readonly createdAt: Date;
  /** The first of its assets, if there is one, and how many there are. */
  readonly assets: readonly { readonly type: AssetType; readonly content: string }[];
  readonly assetCount: number;
  readonly attachmentCount: number;
  readonly repeatCount: number;
  /** Every pending proposal was skipped. */
  readonly isSkipped: boolean;
  readonly isEscalated: boolean;
  readonly isApprovedOnce: boolean;
  readonly isAsked: boolean;
  /** The organization answered an escalation, or the reporter a question. */
  readonly isAnswered: boolean;
};

const PART_CONDITIONS: Readonly<Record<Part, SQL>> = {
  open: sql`true`,
  late: sql`created_at < now() - make_interval(hours => ${REVIEW_HOURS})`,
  answered: sql`is_answered`,
  escalated: sql`is_escalated`,
  asked: sql`is_asked`,
};

/** SQL of the open reports that a person may see, with the state of their proposals and receipts, as the relation `open`. */
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

async function readQueue(
  database: Database,
  person: Person,
  part: Part,
  after: number | null,
): Promise<Queue<WaitingReport>> {
  const open = openReports(person);
  const counted = sql.join(
    PARTS.map((name) => sql`(count(*) filter (where ${PART_CONDITIONS[name]}))::int as ${sql.identifier(name)}`),
    sql`, `,
  );
  const [counts] = await rowsOf<Record<Part, number>>(database, sql`with ${open} select ${counted} from open`);
  const behind =
    after === null
      ? sql`true`
      : sql`(is_skipped, created_at, id) > (select is_skipped, created_at, id from open where id = ${after})`;
  const rows = await rowsOf<
    Omit<WaitingReport, 'id' | 'createdAt'> & { readonly id: number | string; readonly createdAt: string | Date }
  >(
    database,
    sql`with ${open} select id, title, created_at as "createdAt", is_skipped as "isSkipped", is_escalated as "isEscalated",
        is_approved_once as "isApprovedOnce", is_asked as "isAsked", is_answered as "isAnswered", repeats as "repeatCount",
        (select name from organizations where organizations.id = organization_id) as organization,
        (select count(*)::int from attachments where attachments.report_id = open.id) as "attachmentCount",
        (select count(*)::int from report_assets where report_assets.report_id = open.id) as "assetCount",
        (select coalesce(json_agg(json_build_object('type', type, 'content', content) order by place), '[]') from (
          select assets.type, assets.content, report_assets.id as place from report_assets
          join assets on assets.id = report_assets.asset_id
          where report_assets.report_id = open.id order by report_assets.id limit 1) first) as assets
      from open where ${PART_CONDITIONS[part]} and ${behind}
      order by is_skipped, created_at, id limit ${PAGE_SIZE + 1}`,
  );
  return queueOf(
    counts!,
    rows.map((row) => ({ ...row, id: Number(row.id), createdAt: new Date(row.createdAt) })),
  );
}

/** The next report of a part of the queue besides this one; null where there is none. */
export async function nextReport(database: Database, person: Person, than: number, part: Part): Promise<number | null> {
  const wanted = part === 'open' ? sql`not is_escalated and not is_asked` : PART_CONDITIONS[part];
  const [row] = await rowsOf<{ id: number | string }>(
    database,
    sql`with ${openReports(person)} select id from open where id <> ${than} and ${wanted}
      order by is_skipped, created_at, id limit 1`,
  );
  return row ? Number(row.id) : null;
}

/** The queue of the reports, the first page of the desk. */
export const reportQueue = caseList({
  kind: 'report',
  path: '',
  title: 'desk.tab.reports',
  intro: 'desk.queue.intro',
  parts: {
    open: 'desk.queue.part.open',
    late: 'desk.queue.part.late',
    answered: 'desk.queue.part.answered',
    escalated: 'desk.queue.part.escalated',
    asked: 'desk.queue.part.asked',
  },
  none: 'desk.queue.nothingWaits',
  read: readQueue,
  row: (frame, report) => ({ name: nameOf(frame, report), badges: badgesOf(frame, report) }),
});

/** What a report is called: its title, else the first thing that it names. */
export const nameOf = (
  { words }: Pick<Frame, 'words'>,
  { title, assets: [first] }: Pick<WaitingReport, 'title' | 'assets'>,
): Html | string =>
  title ??
  (first ? html`<span class="mono">${shownContent(first.type, first.content)}</span>` : words.word('desk.report.one'));

function badgesOf(frame: Frame, report: WaitingReport): Badges {
  const { words } = frame;
  const { repeatCount, attachmentCount, assetCount } = report;
  return [
    dueBadge(frame, report.createdAt),
    report.isAnswered && { text: words.t('desk.badge.answered'), tone: 'ok' },
    report.isApprovedOnce && { text: words.t('desk.badge.second') },
    report.isEscalated && { text: words.t('desk.badge.organization') },
    report.isAsked && { text: words.t('desk.badge.reporter') },
    report.isSkipped && { text: words.t('desk.badge.skipped') },
    repeatCount > 0 && { text: words.t('desk.badge.repeated', { count: repeatCount + 1 }) },
    attachmentCount > 0 && { text: words.t('desk.badge.files', { count: attachmentCount }) },
    assetCount > 1 && { text: words.t('desk.more', { count: assetCount - 1 }) },
  ];
}
