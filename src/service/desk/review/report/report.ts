import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { readBatches } from '../../../database/batches.ts';
import type { Database } from '../../../database/database.ts';
import { topSites } from '../../../database/schema/list.ts';
import { organizations } from '../../../database/schema/organization.ts';
import { attachments, receipts } from '../../../database/schema/receipt.ts';
import { additions, reports } from '../../../database/schema/report.ts';
import { type Person, visibleTo } from '../../person.ts';
import { readHistory } from '../history.ts';
import { readAssets } from './asset-facts.ts';

export type ReportCase = NonNullable<Awaited<ReturnType<typeof readCase>>>;
export type ReportFile = ReportCase['files'][number];

/** A report that this person may see; null for any other number. */
export async function readCase(database: Database, person: Person, id: number) {
  const [row] = await database
    .select({ report: reports, organization: organizations.name, addition: additions })
    .from(reports)
    .leftJoin(organizations, eq(organizations.id, reports.organizationId))
    .leftJoin(additions, eq(additions.reportId, reports.id))
    .where(and(eq(reports.id, id), visibleTo(person, reports.organizationId)));
  if (!row) return null;
  const { report, organization, addition } = row;
  const files = await filesOf(database, id);
  const links = (urls: readonly string[]) => urls.filter((url) => !files.some((file) => url.endsWith(`/${file.id}`)));
  return {
    ...report,
    organization,
    /** Set where it adds to what is blocked already, and proposes nothing. */
    addition,
    reporter: report.externalReporter === null ? null : report.externalReporter.displayName,
    assets: await readAssets(database, person, id),
    files,
    /** Addresses of files elsewhere, as they were sent. */
    links: links(report.attachmentUrls),
    correspondence: (await correspondenceOf(database, id)).map((letter) => ({
      ...letter,
      attachmentUrls: links(letter.attachmentUrls),
    })),
    letterCount: await database.$count(receipts, eq(receipts.reportId, id)),
    history: await readHistory(database, 'report', id),
    knowsTopSites: (await database.select({ rank: topSites.rank }).from(topSites).limit(1)).length > 0,
  };
}

/** A file of a report that this person may see; null for any other. */
export async function readFile(database: Database, person: Person, id: string) {
  const [row] = await database
    .select({ file: attachments })
    .from(attachments)
    .innerJoin(reports, eq(reports.id, attachments.reportId))
    .where(and(eq(attachments.id, id), isNotNull(attachments.reportId), visibleTo(person, reports.organizationId)));
  return row?.file ?? null;
}

const filesOf = (database: Database, reportId: number) =>
  database
    .select({
      id: attachments.id,
      fileName: attachments.fileName,
      mediaType: attachments.mediaType,
      sizeBytes: attachments.sizeBytes,
    })
    .from(attachments)
    .where(eq(attachments.reportId, reportId))
    .orderBy(asc(attachments.createdAt), attachments.id);

/** Letters that a page has at most, and that are read at once: each may have half a megabyte. */
const MAX_LETTERS = 50;
const BATCH = 5;

/** The letter of the first sender, then those of people who reported the same, as many as one page holds. */
const correspondenceOf = (database: Database, reportId: number) =>
  readBatches(
    (count) =>
      database
        .select()
        .from(receipts)
        .where(eq(receipts.reportId, reportId))
        .orderBy(sql`${receipts.isMerged}`, receipts.id)
        .offset(count)
        .limit(Math.min(BATCH, MAX_LETTERS - count)),
    BATCH,
  );
