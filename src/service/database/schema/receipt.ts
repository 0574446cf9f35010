import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { apiKeys } from './api-key.ts';
import { bytea, moment } from './column.ts';
import { disputes } from './dispute.ts';
import { organizations } from './organization.ts';
import { proposals, reports } from './report.ts';

/**
 * What people follow without an account. A receipt is for a report or for a dispute; one that `isMerged` is for what somebody sent
 * about things that were under review already, and `reportId` is the report they were merged with. Only such a receipt has the
 * contact and description here: otherwise they are those of the report.
 */
export const receipts = pgTable(
  'receipts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** SHA-256 of the receipt, which nobody but its holder has. */
    hash: bytea().notNull().unique(),
    reportId: bigint({ mode: 'number' }).references(() => reports.id, { onDelete: 'cascade' }),
    disputeId: bigint({ mode: 'number' }).references(() => disputes.id, { onDelete: 'cascade' }),
    isMerged: boolean().notNull().default(false),
    /** What was named, as it was written. */
    content: text().array().notNull(),
    contactInfo: text(),
    description: text(),
    attachmentUrls: text().array().notNull().default([]),
    question: text(),
    askedAt: moment(),
    answer: text(),
    answeredAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('receipts_report').on(table.reportId),
    index('receipts_dispute').on(table.disputeId),
    check('receipts_one_subject', sql`num_nonnulls(${table.reportId}, ${table.disputeId}) = 1`),
  ],
);

/** The proposals that decide what becomes of what a receipt is for. */
export const receiptProposals = pgTable(
  'receipt_proposals',
  {
    receiptId: bigint({ mode: 'number' })
      .notNull()
      .references(() => receipts.id, { onDelete: 'cascade' }),
    proposalId: bigint({ mode: 'number' })
      .notNull()
      .references(() => proposals.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.receiptId, table.proposalId] }),
    index('receipt_proposals_proposal').on(table.proposalId),
  ],
);

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
