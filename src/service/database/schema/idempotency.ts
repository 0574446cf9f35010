import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, moment } from './column.ts';
import { apiKeys } from './organization/api-key.ts';

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
