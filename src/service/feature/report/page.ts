import { and, arrayOverlaps, countDistinct, eq, inArray, not, type SQL, sql, sum } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import type { publicOrganizationReports } from '../../../api/report/report-list.ts';
import type { DECISIONS, REPORT_STATUSES } from '../../../api/report/report-record.ts';
import type { Database } from '../../database/database.ts';
import { behind, type Order, readHorizon, within } from '../../database/keyset.ts';
import { proposals, reports, reportTallies } from '../../database/schema/report.ts';
import type { CursorCipher } from '../../http/request/cursor.ts';
import { BATCH, readReports } from './record.ts';

/** Creation time and id of a page's last report, and the total from the first page. */
const position = z.tuple([z.iso.datetime(), z.int(), z.int()]);

const NEWEST_FIRST: Order = { column: reports.createdAt, id: reports.id, direction: 'desc' };

type ReportPageOrder = {
  readonly organizationId: number;
  readonly filter: ReportFilter;
  readonly limit: number;
  readonly cursor: string | undefined;
};

/**
 * One page of an organization's reports, newest first, whose cost does not depend on its position. The total is that of
 * the first page. @throws Failure BAD_REQUEST for a cursor of another list
 */
export async function reportPage(
  database: Database,
  cursors: CursorCipher,
  { organizationId, filter, limit, cursor: token }: ReportPageOrder,
): Promise<ResponseOf<typeof publicOrganizationReports>> {
  // One use for the operation and its deprecated equivalent, because they return the same list.
  const use = { operation: 'organizationReports', filter: { organizationId, ...filter }, field: 'cursor', position };
  const cursor = cursors.for({ ...use, batch: BATCH });
  const after = cursor.read(token);
  const horizon = await readHorizon(database);
  const condition = reportCondition(organizationId, filter);
  const totalCount = after ? after[2] : await reportTotal(database, organizationId, filter);
  const read = (place: typeof after, most: number) =>
    readReports(database, and(condition, behind(NEWEST_FIRST, place && [place[0], place[1]], horizon)), most);
  const page = await cursor.page(after, limit, read, ({ createdAt, id }) => [createdAt, id, totalCount]);
  return { reports: [...page.rows], cursor: page.next, totalCount };
}

export type ReportFilter = Omit<BodyOf<typeof publicOrganizationReports>, 'slug' | 'limit' | 'cursor'>;

// Bare columns, so that the planner uses their partial indexes.
const NEEDS_CUSTOMER = sql`${reports.needsCustomerReview}`;
const HAS_REJECTED = sql`${reports.hasRejected}`;
const IS_OPEN = sql`${reports.status} <> 'CLOSED'`;

/** The condition of `GET /organization/reports`, on columns of `reports` alone, so that a page is one index scan. */
export function reportCondition(organizationId: number, filter: ReportFilter): SQL | undefined {
  const { status, decision, assetType, country, source, needsCustomerReview } = filter;
  return and(
    eq(reports.organizationId, organizationId),
    within(reports.createdAt, filter),
    filter.onlyRejected ? HAS_REJECTED : undefined,
    filter.reporterKind && eq(reports.reporterKind, filter.reporterKind),
    filter.excludeAutomation ? eq(reports.reporterKind, 'human') : undefined,
    filter.reviewerKind && arrayOverlaps(reports.approverKinds, [filter.reviewerKind]),
    needsCustomerReview === undefined ? undefined : needsCustomerReview ? NEEDS_CUSTOMER : not(NEEDS_CUSTOMER),
    status && statusCondition(new Set(status)),
    decision && decisionCondition(decision),
    assetType && arrayOverlaps(reports.assetTypes, assetType),
    country === undefined ? undefined : eq(reports.countryCode, country.toUpperCase()),
    source && (source.length === 1 ? eq(reports.source, source[0]!) : inArray(reports.source, source)),
  );
}

/** A skipped or escalated proposal is pending, so its report is open; saying so too lets an index be used. */
function decisionCondition(decisions: (typeof DECISIONS)[number][]): SQL | undefined {
  const isPending = decisions.every((decision) => decision === 'SKIP' || decision === 'ESCALATE');
  const isRejected = decisions.every((decision) => decision === 'REJECT');
  const listed = arrayOverlaps(reports.decisions, decisions);
  return and(isPending ? IS_OPEN : undefined, isRejected ? HAS_REJECTED : undefined, listed);
}

function statusCondition(statuses: ReadonlySet<(typeof REPORT_STATUSES)[number]>): SQL {
  if (statuses.size === 1) return eq(reports.status, [...statuses][0]!);
  return statuses.size === 2 && !statuses.has('CLOSED') ? IS_OPEN : inArray(reports.status, [...statuses]);
}

/** Filters whose counts are stored when reports are written. */
const TALLIED: ReadonlySet<string> = new Set([
  'status',
  'source',
  'reporterKind',
  'excludeAutomation',
  'needsCustomerReview',
] satisfies (keyof ReportFilter)[]);

/**
 * The number of an organization's reports that match a filter: for the commonest ones the sum of a few stored counts.
 */
export async function reportTotal(database: Database, organizationId: number, filter: ReportFilter): Promise<number> {
  const given = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.some((name) => !TALLIED.has(name)))
    return database.$count(reports, reportCondition(organizationId, filter));
  const { status, source, reporterKind, excludeAutomation, needsCustomerReview } = filter;
  const [row] = await database
    .select({ value: sum(reportTallies.count) })
    .from(reportTallies)
    .where(
      and(
        eq(reportTallies.organizationId, organizationId),
        status && inArray(reportTallies.status, status),
        source && inArray(reportTallies.source, source),
        reporterKind && eq(reportTallies.reporterKind, reporterKind),
        excludeAutomation ? eq(reportTallies.reporterKind, 'human') : undefined,
        needsCustomerReview === undefined ? undefined : eq(reportTallies.needsCustomerReview, needsCustomerReview),
      ),
    );
  return Number(row?.value ?? 0);
}

/** Of all organizations: the reports that wait for a decision, and seconds since the oldest came; null without any. */
export async function openReports(database: Database): Promise<{ count: number; oldestSeconds: number | null }> {
  const [row] = await database
    .select({
      count: countDistinct(proposals.reportId),
      oldestSeconds: sql<number | null>`extract(epoch from now() - min(${proposals.createdAt}))::float8`,
    })
    .from(proposals)
    .where(eq(proposals.reviewStatus, 'PENDING'));
  return row!;
}
