import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, moment } from '../column.ts';
import { apiKeys } from './api-key.ts';

/** Who is signed in at the desk. A session ends when it is ended, with its key, some time after it was last used, or by its age. */
export const deskSessions = pgTable(
  'desk_sessions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** SHA-256 of what the cookie holds. */
    hash: bytea().notNull().unique(),
    apiKeyId: integer()
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** What the browser says of itself, so that a person knows which session is which. */
    userAgent: text(),
    createdAt: moment().notNull().defaultNow(),
    seenAt: moment().notNull().defaultNow(),
    endedAt: moment(),
  },
  (table) => [index('desk_sessions_api_key').on(table.apiKeyId)],
);
