import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { assets } from '../asset.ts';
import { moment } from '../column.ts';
import { organizations } from '../organization/organization.ts';
import { reports } from '../report/report.ts';

/**
 * Assets that were blocked because they threaten an organization: one row for each of both, written by the review that blocked
 * it. It is a threat for as long as the asset is blocked.
 */
export const threats = pgTable(
  'threats',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    assetId: bigint({ mode: 'number' })
      .notNull()
      .references(() => assets.id),
    reportId: bigint({ mode: 'number' }).references(() => reports.id, { onDelete: 'set null' }),
    brandSlug: text(),
    blockedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('threats_organization_asset').on(table.organizationId, table.assetId),
    index('threats_organization_blocked_at').on(table.organizationId, table.blockedAt, table.id),
    index('threats_asset').on(table.assetId),
  ],
);
