import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Scope } from '../../../api/operation.ts';
import type { UserSettings } from '../../../api/organization/user.ts';
import { bytea, moment, oneOf } from './column.ts';
import { organizations } from './organization.ts';

/** People. A key of the kind `user` belongs to one. */
export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    email: text().notNull(),
    fullName: text(),
    avatarUrl: text(),
    settings: jsonb().$type<UserSettings>().notNull().default({}),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email').on(sql`lower(${table.email})`)],
);

export const API_KEY_KINDS = ['organization', 'user'] as const;
/** What a person may do at the desk, each more than the one before. */
export const DESK_ROLES = ['viewer', 'reviewer', 'admin'] as const;

/**
 * Keys, of which only the SHA-256 is stored, but for one that follows the key of a build. A key without `revokedAt` is valid.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    hash: bytea().notNull().unique(),
    kind: text({ enum: API_KEY_KINDS }).notNull(),
    scopes: text().array().$type<Scope[]>().notNull(),
    label: text().notNull(),
    /** Whose it is, where its kind is `user`. */
    userId: integer().references(() => users.id),
    /** With which the person signs in at the desk; null: the key opens no desk. */
    deskRole: text({ enum: DESK_ROLES }),
    /** Whether the desk shows what belongs to other organizations, and to none, besides those that the key reaches. */
    isWholeDesk: boolean().notNull().default(false),
    /** Requests a minute that the key may make; null: as many as the service lets every key make. */
    requestsPerMinute: integer(),
    createdAt: moment().notNull().defaultNow(),
    revokedAt: moment(),
    /** The key that builds with this one are told to use in its place. */
    successorId: integer().references((): AnyPgColumn => apiKeys.id),
    /** The key itself, where it is the successor of another: it is handed to everyone who has that one, and is no secret. */
    publishable: text(),
  },
  (table) => [
    oneOf('api_keys_kind', table.kind, API_KEY_KINDS),
    oneOf('api_keys_desk_role', table.deskRole, DESK_ROLES),
  ],
);

/** The organizations a key reaches. */
export const apiKeyOrganizations = pgTable(
  'api_key_organizations',
  {
    apiKeyId: integer()
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.apiKeyId, table.organizationId] }),
    index('api_key_organizations_organization').on(table.organizationId),
  ],
);

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
