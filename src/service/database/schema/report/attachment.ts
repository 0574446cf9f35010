import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, moment } from '../column.ts';
import { apiKeys } from '../organization/api-key.ts';
import { organizations } from '../organization/organization.ts';
import { receipts } from './receipt.ts';
import { reports } from './report.ts';

/**
 * Files that were uploaded to be attached to reports. A report names them by address, in `attachmentUrls`; `reportId` is the
 * first report that did. A file that no report names is deleted after a while.
 */
export const attachments = pgTable(
  'attachments',
  {
    /** 128 random bits, so that an address cannot be guessed. */
    id: text().primaryKey(),
    organizationId: integer().references(() => organizations.id),
    apiKeyId: integer().references(() => apiKeys.id),
    reportId: bigint({ mode: 'number' }).references(() => reports.id, { onDelete: 'set null' }),
    /** Of the submission that named it first; whoever holds it may erase the file. */
    receiptId: bigint({ mode: 'number' }).references(() => receipts.id, { onDelete: 'set null' }),
    fileName: text().notNull(),
    /** By the first bytes of the file, never by what the uploader says. */
    mediaType: text().notNull(),
    sizeBytes: integer().notNull(),
    body: bytea().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('attachments_report').on(table.reportId),
    index('attachments_receipt').on(table.receiptId),
    index('attachments_created_at').on(table.createdAt),
  ],
);
