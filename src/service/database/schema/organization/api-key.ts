import { type AnyPgColumn, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Scope } from '../../../../api/operation.ts';
import { bytea, moment, oneOf } from '../column.ts';
import { organizations } from './organization.ts';
import { users } from './user.ts';

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
