import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { type Asset, contentNaming } from '../../../../asset/index.ts';
import { listingRefusal } from '../../../../asset/listing/refusal.ts';
import { type Database, rowsOf } from '../../../database/database.ts';
import { assets, listMemberships, siteOf } from '../../../database/schema/asset.ts';
import { disputes } from '../../../database/schema/dispute.ts';
import { additions, proposals, reportAssets, reports } from '../../../database/schema/report.ts';
import { scans } from '../../../database/schema/scan.ts';
import { assetChecksOf } from '../../../feature/asset/check.ts';
import { blockedHost, reachOf } from '../../../feature/listing/reach.ts';
import { twoApprovalTypes } from '../../../feature/review/second-approval.ts';
import { type Person, visibleTo } from '../../person.ts';

export type Proposal = typeof proposals.$inferSelect;

export type OtherReport = Awaited<ReturnType<typeof othersOf>>[number];
export type ScanFacts = Awaited<ReturnType<typeof scansOf>>[number];

export type AssetFacts = Awaited<ReturnType<typeof readAssets>>[number];

const MAX_ROWS = 500;
const MAX_EACH = 10;

/** What is known about the assets of a report, in the order in which they were reported. */
export async function readAssets(database: Database, person: Person, reportId: number) {
  const named = await database
    .select({ link: reportAssets, asset: { type: assets.type, content: assets.content } })
    .from(reportAssets)
    .innerJoin(assets, eq(assets.id, reportAssets.assetId))
    .where(eq(reportAssets.reportId, reportId))
    .orderBy(asc(reportAssets.id));
  if (named.length === 0) return [];
  const ids = named.map(({ link }) => link.assetId);
  const own = await database.select().from(proposals).where(eq(proposals.reportId, reportId));
  const verdicts = await assetChecksOf(
    database,
    named.map(({ asset }) => contentNaming(asset)),
  );
  const lists = await database
    .select({ assetId: listMemberships.assetId, source: listMemberships.source, status: listMemberships.status })
    .from(listMemberships)
    .where(and(inArray(listMemberships.assetId, ids), isNull(listMemberships.expiredAt)))
    .orderBy(listMemberships.source);
  const scanned = await scansOf(database, person, ids);
  const others = await othersOf(database, person, reportId, ids);
  const disputed = await database
    .select({ assetId: disputes.assetId, id: disputes.id, status: disputes.status, createdAt: disputes.createdAt })
    .from(disputes)
    .where(and(inArray(disputes.assetId, ids), visibleTo(person, disputes.organizationId)))
    .orderBy(desc(disputes.id))
    .limit(MAX_ROWS);
  const hosts = named.map(({ asset }) => hostOf(asset));
  const reach = await reachOf(
    database,
    hosts.map((host) => ({ type: 'URL', content: host ?? '' })),
  );
  const twice = await twoApprovalTypes(database, reportId);
  const waiting = await waitingOn(
    database,
    person,
    hosts.filter((host) => host !== null),
  );
  return named.map(({ link, asset }, index) => {
    const { kind, brandSlug, screenshotUrl, screenshotTakenBy } = link;
    const proposal = proposalOf(own, link.assetId);
    const waitingOnHost = waiting.get(hosts[index] ?? '') ?? 0;
    return {
      ...{
        id: link.assetId,
        asset,
        submitted: link.submittedContent,
        kind,
        brandSlug,
        screenshotUrl,
        screenshotTakenBy,
      },
      /** Null where it was merged with that of another report, or was blocked when it was reported. */
      proposal,
      /** Whether its organization demands a second approval, which nobody can override. */
      wantsTwo: proposal?.proposedStatus === 'BLOCKED' && twice.includes(asset.type),
      verdict: verdicts[index]!,
      lists: of(lists, link.assetId),
      /** Why it cannot be blocked as a whole; null where it can. */
      refusal: listingRefusal(asset),
      /** What blocking its whole host would block; empty for an asset without a host. */
      hostReach: reach[index]!,
      isHost: blockedHost(asset) !== null,
      /** Number of pending proposals that this person may see about other sites and pages of its host. */
      waiting: Math.max(0, waitingOnHost - (proposal?.reviewStatus === 'PENDING' ? 1 : 0)),
      // The newest first, as all that follow.
      scans: of(scanned, link.assetId),
      others: of(others, link.assetId),
      disputes: of(disputed, link.assetId),
    };
  });
}

/** The host that would be blocked, or that of a page; null for anything else. */
const hostOf = (asset: Asset): string | null =>
  blockedHost(asset) ?? (asset.type === 'PAGE' ? asset.content.split('/', 1)[0]! : null);

/** Number of pending proposals that a person may see about each host, its pages and its subdomains. */
async function waitingOn(
  database: Database,
  person: Person,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (hosts.length === 0) return new Map();
  const site = siteOf(assets.content);
  const given = sql`json_array_elements_text(${JSON.stringify([...new Set(hosts)])}::text::json) as given (host)`;
  const rows = await rowsOf<{ host: string; count: number }>(
    database,
    sql`select given.host, count(*)::int as count from ${given} join ${assets} on ${assets.type} in ('URL', 'PAGE')
        and (${site} = reverse(given.host) collate "C" or (${site} > (reverse(given.host) || '.') collate "C"
          and ${site} < (reverse(given.host) || '/') collate "C"))
      join ${proposals} on ${proposals.assetId} = ${assets.id} and ${proposals.reviewStatus} = 'PENDING'
      join ${reports} on ${reports.id} = ${proposals.reportId}
      where ${visibleTo(person, reports.organizationId) ?? sql`true`} group by given.host`,
  );
  return new Map(rows.map(({ host, count }) => [host, count]));
}

function proposalOf(own: readonly Proposal[], id: number): Proposal | null {
  const mine = own.filter(({ assetId }) => assetId === id);
  return mine.find(({ reviewStatus }) => reviewStatus === 'PENDING') ?? mine[0] ?? null;
}

const of = <T extends { readonly assetId: number }>(rows: readonly T[], id: number): T[] =>
  rows.filter(({ assetId }) => assetId === id).slice(0, MAX_EACH);

const scansOf = (database: Database, person: Person, ids: number[]) =>
  database
    .select()
    .from(scans)
    .where(and(inArray(scans.assetId, ids), visibleTo(person, scans.organizationId)))
    .orderBy(desc(scans.createdAt))
    .limit(MAX_ROWS);

const othersOf = (database: Database, person: Person, reportId: number, ids: number[]) =>
  database
    .select({
      assetId: reportAssets.assetId,
      id: reports.id,
      title: reports.title,
      createdAt: reports.createdAt,
      organizationId: reports.organizationId,
      reviewStatus: proposals.reviewStatus,
      isAddition: sql<boolean>`${additions.reportId} is not null`,
    })
    .from(reportAssets)
    .innerJoin(reports, eq(reports.id, reportAssets.reportId))
    .leftJoin(proposals, and(eq(proposals.reportId, reports.id), eq(proposals.assetId, reportAssets.assetId)))
    .leftJoin(additions, eq(additions.reportId, reports.id))
    .where(and(inArray(reportAssets.assetId, ids), ne(reports.id, reportId), visibleTo(person, reports.organizationId)))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(MAX_ROWS);
