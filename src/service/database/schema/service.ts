import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core';
import { apiKeys } from './api-key.ts';
import { bytea, moment, tableOf } from './column.ts';

/** KEY: through the interface; COMMAND: operator; PORTAL: visitor of a portal; DESK: person at the desk. */
export const ACTORS = ['KEY', 'COMMAND', 'PORTAL', 'DESK'] as const;
export type Actor = (typeof ACTORS)[number];

/** BEGUN: a command that is running or was interrupted. */
export const AUDIT_OUTCOMES = ['BEGUN', 'DONE', 'REFUSED'] as const;

/**
 * The audit log: who changed what and when. Changes of a key are recorded in their transaction, commands before they run. Rows are never
 * deleted.
 */
export const auditEntries = tableOf(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    actor: text({ enum: ACTORS }).notNull(),
    apiKeyId: integer().references(() => apiKeys.id),
    /** For commands and the desk: e-mail address of the key's user; for a command without a key: the account on the machine. */
    userName: text(),
    /** The id of an operation, or the name of a command. */
    action: text().notNull(),
    /** The arguments without free text, contacts and secrets. */
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
    outcome: text({ enum: AUDIT_OUTCOMES }).notNull(),
    /** The id of the request in the service's log. */
    requestId: text(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('audit_entries_created_at').on(table.createdAt, table.id),
    index('audit_entries_desk_report').on(sql`(${table.detail} ->> 'reportId')`).where(sql`${table.actor} = 'DESK'`),
    index('audit_entries_desk_dispute').on(sql`(${table.detail} ->> 'disputeId')`).where(sql`${table.actor} = 'DESK'`),
  ],
);

/** The first answer to a request that carried an `Idempotency-Key`, written in the transaction of what it created. */
export const idempotencyRecords = tableOf(
  'idempotency_records',
  {
    /** 0 for visitors of a portal, who have none. */
    apiKeyId: integer().notNull(),
    operation: text().notNull(),
    /** SHA-256 of the key, hexadecimal; the key itself decrypts the answer. */
    key: text().notNull(),
    /** SHA-256 of the request, to detect the same key with another body. */
    requestDigest: bytea().notNull(),
    /** The answer encrypted with the key, as text. */
    response: jsonb(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.apiKeyId, table.operation, table.key] }),
    index('idempotency_records_created_at').on(table.createdAt),
  ],
);

/** Secrets that all processes of a service share, made on first use. */
export const serviceSecrets = tableOf('service_secrets', {
  name: text().primaryKey(),
  value: bytea().notNull(),
  createdAt: moment().notNull().defaultNow(),
});
