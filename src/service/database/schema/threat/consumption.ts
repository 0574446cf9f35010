import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { moment } from '../column.ts';
import { apiKeys } from '../organization/api-key.ts';

/** When a key was first told of a published list; `publishedAt` names the list. */
export const listConsumptions = pgTable(
  'list_consumptions',
  {
    apiKeyId: integer()
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    publishedAt: moment().notNull(),
    consumedAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.apiKeyId, table.publishedAt] })],
);
