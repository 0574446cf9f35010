import { and, asc, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';
import { auditEntries } from '../../database/schema/service.ts';
import type { Kind } from '../../feature/receipt/state.ts';

/** What somebody did with a report or a dispute at the desk. */
export type HistoryEntry = {
  readonly at: Date;
  /** Null for somebody of whom nothing is known. */
  readonly who: string | null;
  readonly action: string;
  readonly content: string | null;
};

const detail = z.object({ content: z.optional(z.string()) });

/** What was done with a report or a dispute at the desk, as the audit log has it, oldest first. */
export async function readHistory(database: Database, kind: Kind, id: number): Promise<HistoryEntry[]> {
  const subject = kind === 'report' ? sql`'reportId'` : sql`'disputeId'`;
  const rows = await database
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.actor, 'DESK'), sql`${auditEntries.detail} ->> ${subject} = ${String(id)}`))
    .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id));
  return rows.map(({ createdAt, userName, action, detail: written }) => ({
    at: createdAt,
    who: userName,
    action,
    content: z.safeParse(detail, written).data?.content ?? null,
  }));
}
