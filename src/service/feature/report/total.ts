import { and, count, eq, inArray, sum } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { reports, reportTallies } from '../../database/schema/report.ts';
import { type ReportFilter, reportCondition } from './filter.ts';

/** Filters by which reports are counted as they are written. */
const TALLIED: ReadonlySet<string> = new Set([
  'status',
  'source',
  'reporterKind',
  'excludeAutomation',
  'needsCustomerReview',
] satisfies (keyof ReportFilter)[]);

/**
 * How many reports of an organization meet a filter. Without a filter, and for the commonest ones, a few rows are added up,
 * however many reports there are; for the others the reports are counted.
 */
export async function reportTotal(database: Database, organizationId: number, filter: ReportFilter): Promise<number> {
  const given = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.some((name) => !TALLIED.has(name))) {
    const [row] = await database
      .select({ value: count() })
      .from(reports)
      .where(reportCondition(organizationId, filter));
    return row!.value;
  }
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
