import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { apiKeys } from './api-key.ts';
import { bytea, moment, tableOf } from './column.ts';
import { disputes } from './dispute.ts';
import { organizations } from './organization.ts';
import { proposals, reports } from './report.ts';

/** Access to a report or dispute without an account. Only one that `isMerged` has the texts itself, not its report. */
export const receipts = tableOf(
  'receipts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** SHA-256 of the receipt, which only its holder has. */
    hash: bytea().notNull().unique(),
    reportId: bigint({ mode: 'number' }).references(() => reports.id, { onDelete: 'cascade' }),
    disputeId: bigint({ mode: 'number' }).references(() => disputes.id, { onDelete: 'cascade' }),
    isMerged: boolean().notNull().default(false),
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

/** The proposals that decide about a receipt. */
export const receiptProposals = tableOf(
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

/** Uploaded files. `reportId` is the first report that named one; without any it is deleted after a while. */
export const attachments = tableOf(
  'attachments',
  {
    /** 128 random bits, so that an address cannot be guessed. */
    id: text().primaryKey(),
    organizationId: integer().references(() => organizations.id),
    apiKeyId: integer().references(() => apiKeys.id),
    reportId: bigint({ mode: 'number' }).references(() => reports.id, { onDelete: 'set null' }),
    /** Receipt of the first submission that referred to it, which may erase it. */
    receiptId: bigint({ mode: 'number' }).references(() => receipts.id, { onDelete: 'set null' }),
    fileName: text().notNull(),
    /** By the first bytes of the file, not by the upload's content type. */
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
