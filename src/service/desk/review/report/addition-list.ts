import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import { html, raw } from 'hono/html';
import { textKey } from '../../../../language/text-key.ts';
import type { Database } from '../../../database/database.ts';
import { organizations } from '../../../database/schema/organization.ts';
import { attachments, receipts } from '../../../database/schema/receipt.ts';
import { additions, reportAssets, reports } from '../../../database/schema/report.ts';
import { assetsOfReports } from '../../../feature/report/record.ts';
import { shownContent } from '../../../page/asset-word.ts';
import { badges } from '../../../page/list.ts';
import type { Html } from '../../../page/words.ts';
import { type Gate, numberIn } from '../../gate.ts';
import { deskPage, doneNotice, type Frame, ROOT } from '../../page.ts';
import { hasRole, type Person, visibleTo } from '../../person.ts';
import { agoText } from '../../words.ts';
import { casePath, doneText, whose } from '../case.ts';
import { fileList } from './files.ts';

const PATH = '/additions';
const PAGE_SIZE = 50;
const MAX_SHOWN_ASSETS = 3;
/** What the query of its address may say was done. */
export const DONE = ['read'] as const;

/** What people have added and this person may see: unread, oldest first, or read, newest first. */
async function readAdditions(database: Database, person: Person, isRead: boolean, after: number | null) {
  const found = await database
    .select({
      id: reports.id,
      organization: organizations.name,
      createdAt: reports.createdAt,
      description: reports.description,
      contactInfo: reports.contactInfo,
    })
    .from(additions)
    .innerJoin(reports, eq(reports.id, additions.reportId))
    .leftJoin(organizations, eq(organizations.id, reports.organizationId))
    .where(
      and(
        isRead ? isNotNull(additions.readAt) : isNull(additions.readAt),
        visibleTo(person, reports.organizationId),
        after === null ? undefined : isRead ? lt(additions.reportId, after) : gt(additions.reportId, after),
      ),
    )
    .orderBy(isRead ? desc(additions.reportId) : asc(additions.reportId))
    .limit(PAGE_SIZE + 1);
  const shown = found.slice(0, PAGE_SIZE);
  const ids = shown.map(({ id }) => id);
  const named = await assetsOfReports(database, shown);
  const { id, fileName, mediaType, sizeBytes, reportId } = attachments;
  const files = await database
    .select({ id, fileName, mediaType, sizeBytes, reportId })
    .from(attachments)
    .where(inArray(reportId, ids));
  const kinds = await database
    .selectDistinct({ reportId: reportAssets.reportId, kind: reportAssets.kind })
    .from(reportAssets)
    .where(and(inArray(reportAssets.reportId, ids), isNotNull(reportAssets.kind)));
  const inquiries = await database
    .select({ reportId: receipts.reportId, answer: receipts.answer })
    .from(receipts)
    .where(and(inArray(receipts.reportId, ids), isNotNull(receipts.question)));
  return {
    rows: shown.map((row) => ({
      ...row,
      assets: named.get(row.id)!,
      files: files.filter((file) => file.reportId === row.id),
      kinds: kinds.flatMap((one) => (one.reportId === row.id && one.kind !== null ? [one.kind] : [])),
      inquiry: inquiries.find((one) => one.reportId === row.id) ?? null,
    })),
    next: found.length > PAGE_SIZE ? (ids.at(-1) ?? null) : null,
  };
}

type Addition = Awaited<ReturnType<typeof readAdditions>>['rows'][number];

/** The unread addition after this one, else the oldest other one; null where there is none. */
export async function nextAddition(database: Database, person: Person, than: number): Promise<number | null> {
  const { rows } = await readAdditions(database, person, false, than);
  const all = rows.length > 0 ? rows : (await readAdditions(database, person, false, null)).rows;
  return all.find(({ id }) => id !== than)?.id ?? null;
}

/** The list of what people have added about what is blocked already. */
export function additionRoute(gate: Gate): void {
  gate.get(`${ROOT}${PATH}`, async (visit) => {
    const { context, database, frame, person } = visit;
    const { words } = frame;
    const part = context.req.query('part') === 'read' ? 'read' : 'unread';
    const { rows, next } = await readAdditions(database, person, part === 'read', numberIn(context.req.query('after')));
    const content = html`${doneNotice(doneText(visit, 'report', DONE))}
<div class="lead"><h1>${words.t('desk.addition.title')}</h1><p class="quiet">${words.t('desk.addition.intro')}</p></div>
<ul class="filters" aria-label="${words.label('desk.queue.parts')}">${(['unread', 'read'] as const).map(
      (name) =>
        html`<li><a href="${ROOT}${PATH}?part=${name}"${name === part ? raw(' aria-current="true"') : ''}>${words.t(`desk.addition.${name}`)}</a></li>`,
    )}</ul>
${
  rows.length === 0
    ? html`<div class="card"><p>${words.t(part === 'read' ? 'desk.addition.noneRead' : 'desk.addition.none')}</p></div>`
    : html`<ol class="rows">${rows.map((row, index) => additionRow(frame, row, index === 0))}</ol>`
}
${next === null ? '' : html`<p><a href="${ROOT}${PATH}?part=${part}&after=${next}">${words.t('desk.later')}</a></p>`}`;
    return { page: deskPage(frame, PATH, words.t('desk.addition.title'), content) };
  });
}

function additionRow(frame: Frame, addition: Addition, isFirst: boolean): Html {
  const { words, person } = frame;
  const { id, createdAt, assets, description, contactInfo, files, kinds, inquiry } = addition;
  const [first, ...rest] = assets;
  const name = first ? shownContent(first.type, first.content) : words.word('desk.report.one');
  const others = rest.slice(0, MAX_SHOWN_ASSETS - 1);
  return html`<li><div class="row-head"><h2><a class="mono" href="${casePath('report', id)}"${isFirst ? raw(' accesskey="n"') : ''}><bdi>${name}</bdi></a></h2>
<span class="small quiet">${whose(words, 'report', addition)} · ${agoText(frame, createdAt)}</span></div>
${others.map(({ type, content }) => html`<p class="mono"><bdi>${shownContent(type, content)}</bdi></p>`)}
${rest.length > others.length ? html`<p class="small quiet">${words.t('desk.more', { count: rest.length - others.length })}</p>` : ''}
<p class="written" dir="auto">${description ?? words.t('desk.report.noAccount')}</p>
${contactInfo !== null && hasRole(person, 'reviewer') ? html`<p class="small">${words.t('desk.inquiry.contact', { contact: contactInfo })}</p>` : ''}
${fileList(words, files)}
${badges([
  ...kinds.map((kind) => ({ text: words.t(`scam.${textKey(kind)}.name`) })),
  inquiry !== null && inquiry.answer === null && { text: words.t('desk.badge.reporter') },
  inquiry !== null && inquiry.answer !== null && { text: words.t('desk.badge.answered'), tone: 'ok' },
])}</li>`;
}
