import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { assets } from '../asset.ts';
import { moment, oneOf } from '../column.ts';
import { organizations } from './organization.ts';

const organizationId = () =>
  integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** Names under which an organization orders its assets; a name is taken whatever its case. */
export const assetGroups = pgTable(
  'asset_groups',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    organizationId: organizationId(),
    name: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('asset_groups_organization_name').on(table.organizationId, sql`lower(${table.name})`)],
);

/** How an organization has proven what it says: a TXT record, a file on the host, or the operator's word. */
export const PROOFS = ['DNS', 'FILE', 'OPERATOR'] as const;

/** What belongs to an organization: its own sites, accounts and addresses. The content is the asset's. */
export const organizationAssets = pgTable(
  'organization_assets',
  {
    organizationId: organizationId(),
    assetId: bigint({ mode: 'number' })
      .notNull()
      .references(() => assets.id),
    name: text(),
    description: text(),
    groupId: integer().references(() => assetGroups.id, { onDelete: 'set null' }),
    /** Since when it is known, and by what, that it belongs to the organization; null: the organization only says so. */
    provenAt: moment(),
    provenBy: text({ enum: PROOFS }),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    oneOf('organization_assets_proven_by', table.provenBy, PROOFS),
    primaryKey({ columns: [table.organizationId, table.assetId] }),
    index('organization_assets_asset').on(table.assetId),
    index('organization_assets_group').on(table.groupId),
  ],
);
