import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { DISPUTE_STATUSES } from '../../../api/report/dispute.ts';
import { apiKeys } from './api-key.ts';
import { assetReference } from './asset.ts';
import { moment, tableOf } from './column.ts';
import { organizations } from './organization.ts';

export const DISPUTE_ADVICE = ['ACCEPT', 'REJECT'] as const;

/** A person's objection to a blocked asset. `content` is what they named; `assetId` is the asset that blocks it. */
export const disputes = tableOf(
  'disputes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    assetId: assetReference(),
    content: text().notNull(),
    organizationId: integer().references(() => organizations.id),
    apiKeyId: integer().references(() => apiKeys.id),
    email: text(),
    description: text(),
    status: text({ enum: DISPUTE_STATUSES }).notNull().default('OPEN'),
    /** The message about the decision to its sender; a reviewers' draft before that. */
    note: text(),
    /** When a reviewer skipped it. */
    skippedAt: moment(),
    /** When it was escalated to its organization, and the answer. */
    escalatedAt: moment(),
    advice: text({ enum: DISPUTE_ADVICE }),
    adviceNote: text(),
    advisedAt: moment(),
    /** The dispute that a reviewer merged this one with, where both are decided. */
    mergedIntoId: bigint({ mode: 'number' }).references((): AnyPgColumn => disputes.id),
    createdAt: moment().notNull().defaultNow(),
    decidedAt: moment(),
    reopenedAt: moment(),
  },
  (table) => [
    uniqueIndex('disputes_asset_email').on(
      table.assetId,
      sql`coalesce(${table.organizationId}, 0)`,
      sql`lower(${table.email})`,
    ),
    index('disputes_status').on(table.status, table.id),
    index('disputes_merged').on(table.mergedIntoId),
  ],
);
