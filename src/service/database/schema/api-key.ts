import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Scope } from '../../../api/operation.ts';
import type { UserSettings } from '../../../api/organization/user.ts';
import { bytea, moment, tableOf, times } from './column.ts';
import { organizationId } from './organization.ts';

/** People. A key of kind `user` belongs to one. */
export const users = tableOf(
  'users',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    email: text().notNull(),
    fullName: text(),
    avatarUrl: text(),
    settings: jsonb().$type<UserSettings>().notNull().default({}),
    ...times(),
  },
  (table) => [uniqueIndex('users_email').on(sql`lower(${table.email})`)],
);

export const API_KEY_KINDS = ['organization', 'user'] as const;
/** Roles at the desk, in ascending order. */
export const DESK_ROLES = ['viewer', 'reviewer', 'admin'] as const;

/** Keys, as SHA-256 alone, except for the successor of a build's key. */
export const apiKeys = tableOf('api_keys', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  hash: bytea().notNull().unique(),
  kind: text({ enum: API_KEY_KINDS }).notNull(),
  scopes: text().array().$type<Scope[]>().notNull(),
  label: text().notNull(),
  userId: integer().references(() => users.id),
  /** Role of its user at the desk; null: no access. */
  deskRole: text({ enum: DESK_ROLES }),
  /** Whether the desk shows data of all organizations, and of none. */
  isWholeDesk: boolean().notNull().default(false),
  /** The key's own rate limit; null: the default. */
  requestsPerMinute: integer(),
  createdAt: moment().notNull().defaultNow(),
  /** When it ends, or ended; null: once somebody revokes it. */
  endsAt: moment(),
  /** The key that replaces this one in builds. */
  successorId: integer().references((): AnyPgColumn => apiKeys.id),
  /** The key in clear text, if it is the successor of another one: everyone who has that one gets it. */
  publishable: text(),
});

/** The keys that have not ended. `now` is rounded as the column is, so that a key ends in the transaction that revokes it. */
export const IS_VALID = sql`(${apiKeys.endsAt} is null or ${apiKeys.endsAt} > now()::timestamptz(3))`;

/** Whether a key that was read has ended. */
export const hasEnded = ({ endsAt }: { readonly endsAt: Date | null }): boolean =>
  endsAt !== null && endsAt.getTime() <= Date.now();

/** The key that a row belongs to, and is deleted with. */
export const apiKeyId = () =>
  integer()
    .notNull()
    .references(() => apiKeys.id, { onDelete: 'cascade' });

/** The organizations a key reaches. */
export const apiKeyOrganizations = tableOf(
  'api_key_organizations',
  {
    apiKeyId: apiKeyId(),
    organizationId: organizationId(),
  },
  (table) => [
    primaryKey({ columns: [table.apiKeyId, table.organizationId] }),
    index('api_key_organizations_organization').on(table.organizationId),
  ],
);

/** Sessions at the desk. One ends by sign-out, with its key, when unused, or by its age. */
export const deskSessions = tableOf(
  'desk_sessions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** SHA-256 of the cookie's value. */
    hash: bytea().notNull().unique(),
    apiKeyId: apiKeyId(),
    userAgent: text(),
    createdAt: moment().notNull().defaultNow(),
    seenAt: moment().notNull().defaultNow(),
    endedAt: moment(),
  },
  (table) => [index('desk_sessions_api_key').on(table.apiKeyId)],
);
