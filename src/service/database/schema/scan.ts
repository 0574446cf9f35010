import { index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { SCAN_STATUSES, type ScanFindings } from '../../../api/threat/scan.ts';
import { apiKeys } from './api-key.ts';
import { assetReference } from './asset.ts';
import { moment, tableOf } from './column.ts';
import { organizations } from './organization.ts';

/** Scans of assets. Each has a job of its own until it has ended. */
export const scans = tableOf(
  'scans',
  {
    id: uuid().primaryKey().defaultRandom(),
    assetId: assetReference(),
    /** As it was submitted: a URL also has a path, which its asset may lack. */
    content: text().notNull(),
    organizationId: integer().references(() => organizations.id),
    apiKeyId: integer().references(() => apiKeys.id),
    status: text({ enum: SCAN_STATUSES }).notNull().default('PENDING'),
    findings: jsonb().$type<ScanFindings>(),
    createdAt: moment().notNull().defaultNow(),
    finishedAt: moment(),
  },
  (table) => [index('scans_created_at').on(table.createdAt), index('scans_asset').on(table.assetId, table.createdAt)],
);
