import { bigint, boolean, index, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { assetSearch } from '../../../api/asset/asset-record.ts';
import type { ResponseOf } from '../../../api/operation.ts';
import { LIVENESS_STATUSES, TAKEDOWN_STATUSES } from '../../../api/threat/takedown.ts';
import { assetReference, assets } from './asset.ts';
import { moment, tableOf } from './column.ts';
import { organizationId } from './organization.ts';
import { reports } from './report.ts';

/**
 * Assets that were blocked because they threaten an organization, written by the review; a threat while it is blocked.
 */
export const threats = tableOf(
  'threats',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    organizationId: organizationId(),
    assetId: assetReference(),
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

type TakedownTask = NonNullable<ResponseOf<typeof assetSearch>['takedown']>['tasks'][number];

/** Attempts to have an asset removed by its provider, for an organization. */
export const takedowns = tableOf(
  'takedowns',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    organizationId: organizationId(),
    assetId: assetReference(),
    brandSlug: text(),
    status: text({ enum: TAKEDOWN_STATUSES }).notNull().default('TODO'),
    assignee: text(),
    automated: boolean().notNull().default(false),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
    completedAt: moment(),
    /** Its single steps, for example a notice to one provider. */
    tasks: jsonb().$type<TakedownTask[]>().notNull().default([]),
  },
  (table) => [
    index('takedowns_organization_created_at').on(table.organizationId, table.createdAt, table.id),
    index('takedowns_organization_updated_at').on(table.organizationId, table.updatedAt, table.id),
    index('takedowns_organization_status').on(table.organizationId, table.status, table.id),
    index('takedowns_asset').on(table.assetId),
  ],
);

/** Result of the last liveness check of an asset. Without a row it is UNKNOWN. */
export const assetLiveness = tableOf(
  'asset_liveness',
  {
    assetId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => assets.id),
    status: text({ enum: LIVENESS_STATUSES }).notNull(),
    /** When the status changed last. */
    changedAt: moment().notNull().defaultNow(),
  },
  (table) => [index('asset_liveness_changed_at').on(table.status, table.changedAt)],
);
