import { and, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import { normalizeContent } from '../../../asset/index.ts';
import type { Database } from '../../database/database.ts';
import { assets } from '../../database/schema/asset.ts';
import { disputes } from '../../database/schema/dispute.ts';
import { reportAssets, reports } from '../../database/schema/report.ts';
import { assetDigest } from '../../listing/entry.ts';
import { type DisputeEntry, foundDisputes } from '../dispute/dispute.ts';
import { type Person, visibleTo } from '../person.ts';

/** A report that a search found. */
export type FoundReport = Pick<typeof reports.$inferSelect, 'id' | 'title' | 'status' | 'createdAt'> & {
  readonly contents: readonly string[];
};
export type Found = { readonly reports: readonly FoundReport[]; readonly disputes: readonly DisputeEntry[] };

const MAX_COUNT = 50;

/**
 * Reports and disputes that a person sees and a text means: a number, a site, address or account in any spelling, or words of
 * a title or of what was named. The newest reports first.
 */
export async function search(database: Database, person: Person, text: string): Promise<Found> {
  if (text === '') return { reports: [], disputes: [] };
  const number = /^#?([1-9]\d{0,14})$/.exec(text)?.[1];
  const asset = normalizeContent(text);
  const known = asset
    ? database
        .select({ id: assets.id })
        .from(assets)
        .where(eq(assets.digest, Buffer.from(assetDigest(asset), 'hex')))
    : null;
  const words = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const meant = (all: (SQL | undefined)[]) => or(...all.filter((one) => one !== undefined))!;
  const naming = database
    .select({ id: reportAssets.reportId })
    .from(reportAssets)
    .where(
      meant([known ? inArray(reportAssets.assetId, known) : undefined, ilike(reportAssets.submittedContent, words)]),
    );
  const found = await database
    .select({ id: reports.id, title: reports.title, status: reports.status, createdAt: reports.createdAt })
    .from(reports)
    .where(
      and(
        visibleTo(person, reports.organizationId),
        meant([
          number ? eq(reports.id, Number(number)) : undefined,
          ilike(reports.title, words),
          inArray(reports.id, naming),
        ]),
      ),
    )
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(MAX_COUNT);
  const contents = await contentsOf(
    database,
    found.map(({ id }) => id),
  );
  return {
    reports: found.map((report) => ({ ...report, contents: contents.get(report.id) ?? [] })),
    disputes: await foundDisputes(
      database,
      person,
      meant([
        number ? eq(disputes.id, Number(number)) : undefined,
        known ? inArray(disputes.assetId, known) : undefined,
        ilike(disputes.content, words),
      ]),
    ),
  };
}

async function contentsOf(database: Database, ids: number[]): Promise<Map<number, string[]>> {
  const contents = new Map<number, string[]>();
  if (ids.length === 0) return contents;
  const rows = await database
    .select({ reportId: reportAssets.reportId, content: assets.content })
    .from(reportAssets)
    .innerJoin(assets, eq(assets.id, reportAssets.assetId))
    .where(inArray(reportAssets.reportId, ids))
    .orderBy(sql`${reportAssets.id}`);
  for (const { reportId, content } of rows) contents.set(reportId, [...(contents.get(reportId) ?? []), content]);
  return contents;
}
