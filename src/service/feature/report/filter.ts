import { and, arrayOverlaps, eq, gte, inArray, lte, not, type SQL, sql } from 'drizzle-orm';
import type { BodyOf } from '../../../api/operation.ts';
import type { publicOrganizationReports } from '../../../api/report/report-list.ts';
import type { DECISIONS, REPORT_STATUSES } from '../../../api/report/report-record.ts';
import { storable } from '../../database/database.ts';
import { reports } from '../../database/schema/report.ts';

/** The filters of the reports list, without what selects the organization and the page. */
export type ReportFilter = Omit<BodyOf<typeof publicOrganizationReports>, 'slug' | 'limit' | 'cursor'>;

// Bare columns, so that the planner knows the partial indexes on them.
const NEEDS_CUSTOMER = sql`${reports.needsCustomerReview}`;
const HAS_REJECTED = sql`${reports.hasRejected}`;
const IS_OPEN = sql`${reports.status} <> 'CLOSED'`;

/**
 * The condition of `GET /organization/reports`: every filter that is given narrows; a list is met by any of
 * its values. It names columns of `reports` only, so that a page is one walk along an index, newest first.
 */
export function reportCondition(organizationId: number, filter: ReportFilter): SQL | undefined {
  const { status, decision, assetType, country, source, needsCustomerReview } = filter;
  return and(
    eq(reports.organizationId, organizationId),
    filter.startDate === undefined ? undefined : gte(reports.createdAt, storable(filter.startDate)),
    filter.endDate === undefined ? undefined : lte(reports.createdAt, storable(filter.endDate)),
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

/** A skipped or escalated proposal is pending, so its report is open: that is said too, in words of an index. */
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
