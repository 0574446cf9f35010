import { type SQL, sql } from 'drizzle-orm';
import { html, raw } from 'hono/html';
import type { AssetType } from '../../../../asset/type.ts';
import { type Database, rowsOf } from '../../../database/database.ts';
import { dueAt, isBreached, REVIEW_HOURS } from '../../../feature/review/sla.ts';
import { assetWord, shownContent } from '../../../page/asset-word.ts';
import { type Badges, badges } from '../../../page/list.ts';
import type { Html } from '../../../page/words.ts';
import type { Frame } from '../../page.ts';
import type { Person } from '../../person.ts';
import { agoText, dueText } from '../../words.ts';
import { casePath, whose } from '../case.ts';
import { PAGE_SIZE, PARTS, type Part, type Queue, queueOf } from '../queue.ts';

/** A report that waits for its review. */
type WaitingReport = {
  readonly id: number;
  readonly title: string | null;
  readonly organization: string | null;
  readonly createdAt: Date;
  /** The first of its assets, and how many there are. */
  readonly assets: readonly { readonly type: AssetType; readonly content: string }[];
  readonly assetCount: number;
  readonly attachmentCount: number;
  /** How often the same was reported again. */
  readonly repeatCount: number;
  /** Every pending proposal was skipped. */
  readonly isSkipped: boolean;
  readonly isEscalated: boolean;
  readonly isApprovedOnce: boolean;
  readonly isAsked: boolean;
  /** The organization answered an escalation, or the reporter a question. */
  readonly isAnswered: boolean;
};

const MAX_SHOWN_ASSETS = 3;

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

/** One page of a part of the queue: oldest first, skipped ones last. */
export async function readQueue(
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
          where report_assets.report_id = open.id order by report_assets.id limit ${MAX_SHOWN_ASSETS}) first) as assets
      from open where ${PART_CONDITIONS[part]} and ${behind}
      order by is_skipped, created_at, id limit ${PAGE_SIZE + 1}`,
  );
  return queueOf(
    counts!,
    rows.map((row) => ({ ...row, id: Number(row.id), createdAt: new Date(row.createdAt) })),
  );
}

/** The next report of the queue after this one; null where there is none. */
export async function nextReport(database: Database, person: Person, than: number): Promise<number | null> {
  const [row] = await rowsOf<{ id: number | string }>(
    database,
    sql`with ${openReports(person)} select id from open where id <> ${than} and not is_escalated and not is_asked
      order by is_skipped, created_at, id limit 1`,
  );
  return row ? Number(row.id) : null;
}

/** One report of the queue. @param isFirst whether the key for the next one leads to it */
export function queueRow(frame: Frame, report: WaitingReport, isFirst: boolean): Html {
  const { words } = frame;
  const { id, title, createdAt, assets, assetCount } = report;
  const name = title ?? (assets[0] ? shownContent(assets[0].type, assets[0].content) : words.word('desk.report.one'));
  return html`<li><div class="row-head"><h2><a href="${casePath('report', id)}"${isFirst ? raw(' accesskey="n"') : ''}><bdi>${name}</bdi></a></h2>
<span class="small quiet">${whose(words, 'report', report)} · ${agoText(frame, createdAt)}</span></div>
<ul>${assets.map(
    ({ type, content }) => html`<li><span class="mono">${shownContent(type, content)}</span>
<span class="small quiet">${assetWord(type, words)}</span></li>`,
  )}${assetCount > assets.length ? html`<li class="small quiet">${words.t('desk.more', { count: assetCount - assets.length })}</li>` : ''}</ul>
${badges(badgesOf(frame, report))}</li>`;
}

function badgesOf(frame: Frame, report: WaitingReport): Badges {
  const { words, now } = frame;
  const due = dueAt(report.createdAt, REVIEW_HOURS);
  const { repeatCount, attachmentCount } = report;
  return [
    { text: dueText(frame, due), tone: isBreached(due, null, now) ? 'danger' : undefined },
    report.isAnswered && { text: words.t('desk.badge.answered'), tone: 'ok' },
    report.isApprovedOnce && { text: words.t('desk.badge.second') },
    report.isEscalated && { text: words.t('desk.badge.organization') },
    report.isAsked && { text: words.t('desk.badge.reporter') },
    report.isSkipped && { text: words.t('desk.badge.skipped') },
    repeatCount > 0 && { text: words.t('desk.badge.repeated', { count: repeatCount + 1 }) },
    attachmentCount > 0 && { text: words.t('desk.badge.files', { count: attachmentCount }) },
  ];
}
