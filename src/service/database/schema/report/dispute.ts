import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { DISPUTE_STATUSES } from '../../../../api/report/dispute.ts';
import { assets } from '../asset.ts';
import { moment, oneOf } from '../column.ts';
import { apiKeys } from '../organization/api-key.ts';
import { organizations } from '../organization/organization.ts';

/** A person's objection to a blocked asset. `content` is what they named; `assetId` is the asset that blocks it. */
export const disputes = pgTable(
  'disputes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    assetId: bigint({ mode: 'number' })
      .notNull()
      .references(() => assets.id),
    content: text().notNull(),
    organizationId: integer().references(() => organizations.id),
    apiKeyId: integer().references(() => apiKeys.id),
    email: text(),
    description: text(),
    status: text({ enum: DISPUTE_STATUSES }).notNull().default('OPEN'),
    note: text(),
    createdAt: moment().notNull().defaultNow(),
    decidedAt: moment(),
  },
  (table) => [
    uniqueIndex('disputes_asset_email').on(table.assetId, sql`lower(${table.email})`),
    index('disputes_status').on(table.status, table.id),
    oneOf('disputes_status', table.status, DISPUTE_STATUSES),
  ],
);
