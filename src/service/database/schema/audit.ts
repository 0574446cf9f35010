import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, oneOf } from './column.ts';
import { apiKeys } from './organization/api-key.ts';

/** Who changed something: a key through the interface, the operator through a command, a visitor through a portal, a person at the desk. */
export const ACTORS = ['KEY', 'COMMAND', 'PORTAL', 'DESK'] as const;
export type Actor = (typeof ACTORS)[number];

/** BEGUN: a command that ended midway, or still runs. */
export const AUDIT_OUTCOMES = ['BEGUN', 'DONE', 'REFUSED'] as const;

/**
 * The audit log: every change, who made it and when. What a key changes is written in the transaction of the change; what a
 * command changes is announced before it begins. Rows are never deleted.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    actor: text({ enum: ACTORS }).notNull(),
    apiKeyId: integer().references(() => apiKeys.id),
    /** The e-mail address of the person whose key it is, for a command and at the desk; for a command without a key the account on the machine. */
    userName: text(),
    /** The id of an operation, or the name of a command. */
    action: text().notNull(),
    /** What was asked for, without free text, contacts and secrets. */
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
    outcome: text({ enum: AUDIT_OUTCOMES }).notNull(),
    /** Under which the service's log tells of the same request. */
    requestId: text(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('audit_entries_created_at').on(table.createdAt, table.id),
    index('audit_entries_desk_report').on(sql`(${table.detail} ->> 'reportId')`).where(sql`${table.actor} = 'DESK'`),
    index('audit_entries_desk_dispute').on(sql`(${table.detail} ->> 'disputeId')`).where(sql`${table.actor} = 'DESK'`),
    oneOf('audit_entries_actor', table.actor, ACTORS),
    oneOf('audit_entries_outcome', table.outcome, AUDIT_OUTCOMES),
  ],
);
