import { and, asc, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../../database/connection.ts';
import { auditEntries } from '../../database/schema/audit.ts';

/** What somebody did with a report at the desk. */
export type HistoryEntry = {
  readonly at: Date;
  /** Null for somebody of whom nothing is known. */
  readonly who: string | null;
  readonly action: string;
  readonly content: string | null;
};

const detail = z.object({ content: z.optional(z.string()) });

/** What was done with a report at the desk, as the audit log has it, oldest first. */
export async function readHistory(database: Database, reportId: number): Promise<HistoryEntry[]> {
  const rows = await database
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.actor, 'DESK'), sql`${auditEntries.detail} ->> 'reportId' = ${String(reportId)}`))
    .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id));
  return rows.map(({ createdAt, userName, action, detail: written }) => ({
    at: createdAt,
    who: userName,
    action,
    content: z.safeParse(detail, written).data?.content ?? null,
  }));
}
