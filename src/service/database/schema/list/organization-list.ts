import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { assetId } from '../asset.ts';
import { bytea, moment, oneOf } from '../column.ts';
import { organizations } from '../organization/organization.ts';

const organizationId = () =>
  integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** What an organization blocks for its own people alone: no verdict about anybody else follows from it. */
export const organizationBlocks = pgTable(
  'organization_blocks',
  {
    organizationId: organizationId(),
    assetId: assetId(),
    reason: text(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.assetId] })],
);

export const ORGANIZATION_FILE_KINDS = ['organization', 'official'] as const;

/** The published files of organizations: of each kind the newest counts, and a row never changes. */
export const organizationFiles = pgTable(
  'organization_files',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    organizationId: organizationId(),
    token: text().notNull().unique(),
    kind: text({ enum: ORGANIZATION_FILE_KINDS }).notNull(),
    algoVersion: text().notNull(),
    /** Grows with every file of its kind; signed. */
    version: bigint({ mode: 'number' }).notNull(),
    count: integer().notNull(),
    /** Hex SHA-256 of the file. */
    sha256: text().notNull(),
    body: bytea().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('organization_files_newest').on(table.organizationId, table.kind, table.id),
    oneOf('organization_files_kind', table.kind, ORGANIZATION_FILE_KINDS),
  ],
);
