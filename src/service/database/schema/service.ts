import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { apiKeys } from './api-key.ts';
import { bytea, moment, oneOf } from './column.ts';

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

/** The first answer to a request that carried an `Idempotency-Key`, written in the transaction of what it created. */
export const idempotencyRecords = pgTable(
  'idempotency_records',
  {
    apiKeyId: integer()
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    operation: text().notNull(),
    /** SHA-256 of the key, hexadecimal: without the key itself nobody opens the answer. */
    key: text().notNull(),
    /** SHA-256 of the request, so that the same key with another body is told apart. */
    requestDigest: bytea().notNull(),
    /** The answer, sealed with the key (a text); one of an earlier version is the answer itself. */
    response: jsonb(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.apiKeyId, table.operation, table.key] }),
    index('idempotency_records_created_at').on(table.createdAt),
  ],
);

/** Secrets that every process of a service shares and that nobody is told, made when they are first needed. */
export const serviceSecrets = pgTable('service_secrets', {
  name: text().primaryKey(),
  value: bytea().notNull(),
  createdAt: moment().notNull().defaultNow(),
});
