import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { SCAN_STATUSES, type ScanFindings } from '../../../api/threat/scan.ts';
import { apiKeys } from './api-key.ts';
import { assetReference } from './asset.ts';
import { moment, oneOf } from './column.ts';
import { organizations } from './organization.ts';

/**
 * Scans of assets and their queue. A process claims a scan until `heldUntil`; if it dies, another one takes over then. `attempts` counts
 * claims.
 */
export const scans = pgTable(
  'scans',
  {
    id: uuid().primaryKey().defaultRandom(),
    assetId: assetReference(),
    /** As it was submitted: a URL also has a path, which its asset may lack. */
    content: text().notNull(),
    organizationId: integer().references(() => organizations.id),
    apiKeyId: integer().references(() => apiKeys.id),
    status: text({ enum: SCAN_STATUSES }).notNull().default('PENDING'),
    attempts: integer().notNull().default(0),
    heldUntil: moment(),
    findings: jsonb().$type<ScanFindings>(),
    createdAt: moment().notNull().defaultNow(),
    finishedAt: moment(),
  },
  (table) => [
    index('scans_due').on(table.createdAt).where(sql`${table.status} in ('PENDING', 'IN_PROGRESS')`),
    index('scans_asset').on(table.assetId, table.createdAt),
    oneOf('scans_status', table.status, SCAN_STATUSES),
  ],
);

export const CALLBACK_STATUSES = ['WAITING', 'PENDING', 'DELIVERED', 'FAILED'] as const;

/** Callbacks of scans. WAITING until the scan ends; then a queue like that of scans. */
export const scanCallbacks = pgTable(
  'scan_callbacks',
  {
    scanId: uuid()
      .primaryKey()
      .references(() => scans.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    status: text({ enum: CALLBACK_STATUSES }).notNull().default('WAITING'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment().notNull().defaultNow(),
    heldUntil: moment(),
    /** Why the last attempt failed. */
    problem: text(),
    finishedAt: moment(),
  },
  (table) => [
    index('scan_callbacks_due').on(table.nextAttemptAt).where(sql`${table.status} = 'PENDING'`),
    oneOf('scan_callbacks_status', table.status, CALLBACK_STATUSES),
  ],
);
