import { and, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { ResponseOf } from '../../../api/operation.ts';
import type { publicOrganizationReports } from '../../../api/report/report-list.ts';
import type { Database } from '../../database/database.ts';
import { reports } from '../../database/schema/report.ts';
import type { CursorCipher } from '../../http/cursor.ts';
import { type ReportFilter, reportCondition } from './filter.ts';
import { readReports } from './record.ts';
import { reportTotal } from './total.ts';

/** Creation and id of a page's last report, and the count that the first page made. */
const position = z.tuple([z.iso.datetime(), z.int(), z.int()]);

export type ReportPageOrder = {
  readonly organizationId: number;
  readonly filter: ReportFilter;
  readonly limit: number;
  readonly cursor: string | undefined;
};

/**
 * One page of an organization's reports, newest first. A page begins after the creation and the id of the last report of the
 * page before, so it costs the same wherever it is, and reports that are filed meanwhile move nothing. The reports are counted
 * for the first page only.
 *
 * @throws Failure BAD_REQUEST for a cursor of another list
 */
export async function reportPage(
  database: Database,
  cursors: CursorCipher,
  { organizationId, filter, limit, cursor: token }: ReportPageOrder,
): Promise<ResponseOf<typeof publicOrganizationReports>> {
  // One use for the operation and its deprecated twin: they are the same list.
  const use = { operation: 'organizationReports', filter: { organizationId, ...filter }, field: 'cursor', position };
  const cursor = cursors.for(use);
  const after = cursor.read(token);
  const condition = and(
    reportCondition(organizationId, filter),
    after === null
      ? undefined
      : sql`(${reports.createdAt}, ${reports.id}) < (${after[0]}::timestamptz, ${after[1]}::bigint)`,
  );
  const [rows, totalCount] = await Promise.all([
    readReports(database, condition, limit + 1),
    after ? after[2] : reportTotal(database, organizationId, filter),
  ]);
  const page = cursor.page(rows, limit, ({ createdAt, id }) => [createdAt, id, totalCount]);
  return {
    reports: [...page.rows],
    ...(page.next === null ? {} : { cursor: page.next }),
    totalCount,
  };
}
