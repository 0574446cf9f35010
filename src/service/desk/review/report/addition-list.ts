import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { textKey } from '../../../../language/text-key.ts';
import type { Database } from '../../../database/database.ts';
import { organizations } from '../../../database/schema/organization.ts';
import { attachments, receipts } from '../../../database/schema/receipt.ts';
import { additions, reportAssets, reports } from '../../../database/schema/report.ts';
import { firstAssets, withAssets } from '../../../feature/report/record.ts';
import type { Person } from '../../person.ts';
import { visibleTo } from '../../person.ts';
import { caseList, PAGE_SIZE, queueOf } from '../queue.ts';
import { nameOf } from './queue.ts';

type Part = 'unread' | 'read';

/** What people have added and this person may see: unread, oldest first, or read, newest first. */
async function readAdditions(database: Database, person: Person, part: Part, after: number | null) {
  const isRead = part === 'read';
  const visible = visibleTo(person, reports.organizationId);
  const [counts] = await database
    .select({
      read: sql<number>`count(${additions.readAt})::int`,
      unread: sql<number>`(count(*) - count(${additions.readAt}))::int`,
    })
    .from(additions)
    .innerJoin(reports, eq(reports.id, additions.reportId))
    .where(visible);
  const found = await database
    .select({
      ...{ id: reports.id, title: reports.title, createdAt: reports.createdAt, organization: organizations.name },
      attachmentCount: database.$count(attachments, eq(attachments.reportId, reports.id)),
    })
    .from(additions)
    .innerJoin(reports, eq(reports.id, additions.reportId))
    .leftJoin(organizations, eq(organizations.id, reports.organizationId))
    .where(
      and(
        isRead ? isNotNull(additions.readAt) : isNull(additions.readAt),
        visible,
        after === null ? undefined : isRead ? lt(additions.reportId, after) : gt(additions.reportId, after),
      ),
    )
    .orderBy(isRead ? desc(additions.reportId) : asc(additions.reportId))
    .limit(PAGE_SIZE + 1);
  const ids = found.map(({ id }) => id);
  const named = await withAssets(database, found, firstAssets(1));
  const kinds = await database
    .selectDistinct({ reportId: reportAssets.reportId, kind: reportAssets.kind })
    .from(reportAssets)
    .where(and(inArray(reportAssets.reportId, ids), isNotNull(reportAssets.kind)));
  const inquiries = await database
    .select({ reportId: receipts.reportId, answer: receipts.answer })
    .from(receipts)
    .where(and(inArray(receipts.reportId, ids), isNotNull(receipts.question)));
  const rows = named.map((row) => ({
    ...row,
    kinds: kinds.flatMap(({ reportId, kind }) => (reportId === row.id && kind !== null ? [kind] : [])),
    inquiry: inquiries.find(({ reportId }) => reportId === row.id) ?? null,
  }));
  return queueOf(counts!, rows);
}

/** The unread addition after this one, else the oldest other one; null where there is none. */
export async function nextAddition(database: Database, person: Person, than: number): Promise<number | null> {
  const { rows } = await readAdditions(database, person, 'unread', than);
  const all = rows.length > 0 ? rows : (await readAdditions(database, person, 'unread', null)).rows;
  return all.find(({ id }) => id !== than)?.id ?? null;
}

/** The list of what people have added about what is blocked already. */
export const additionList = caseList({
  kind: 'report',
  path: '/additions',
  title: 'desk.addition.title',
  intro: 'desk.addition.intro',
  parts: { unread: 'desk.addition.unread', read: 'desk.addition.read' },
  none: 'desk.addition.none',
  read: readAdditions,
  row: (frame, addition) => {
    const { words } = frame;
    const { kinds, inquiry, attachmentCount: count } = addition;
    return {
      name: nameOf(frame, addition),
      badges: [
        ...kinds.map((kind) => ({ text: words.t(`scam.${textKey(kind)}.name`) })),
        inquiry !== null && inquiry.answer === null && { text: words.t('desk.badge.reporter') },
        inquiry !== null && inquiry.answer !== null && { text: words.t('desk.badge.answered'), tone: 'ok' },
        count > 0 && { text: words.t('desk.badge.files', { count }) },
      ],
    };
  },
});
