import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  char,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { ASSET_STATUSES } from '../../../api/asset/asset.ts';
import {
  ACTOR_KINDS,
  DECISIONS,
  REPORT_SOURCES,
  REPORT_STATUSES,
  REVIEW_STATUSES,
} from '../../../api/report/report-record.ts';
import { SCAM_KINDS, type ScamKind } from '../../../api/report/scam-kind.ts';
import type { AssetType } from '../../../asset/type.ts';
import { apiKeys, users } from './api-key.ts';
import { assetReference } from './asset.ts';
import { moment, tableOf, times } from './column.ts';
import { organizationId, organizations } from './organization.ts';

/** The reporter on another platform that passes the report on. */
export type ExternalReporter = {
  readonly platform: string;
  readonly platformIdentifier: string;
  readonly displayName: string;
  readonly avatarUrl?: string | undefined;
};

/**
 * Reports. `status` and the columns from `closedAt` to `assetTypes` summarize proposals and assets, so that one index finds a page of reports.
 * Database triggers maintain them (`digest_reports` in the first migration). `needsCustomerReview`: the organization has to decide.
 */
export const reports = tableOf(
  'reports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    organizationId: integer().references(() => organizations.id),
    apiKeyId: integer().references(() => apiKeys.id),
    title: text(),
    description: text(),
    status: text({ enum: REPORT_STATUSES }).notNull().default('TODO'),
    source: text({ enum: REPORT_SOURCES }).notNull().default('API'),
    reporterKind: text({ enum: ACTOR_KINDS }).notNull().default('human'),
    externalReporter: jsonb().$type<ExternalReporter>(),
    contactInfo: text(),
    attachmentUrls: text().array().notNull().default([]),
    userAgent: text(),
    referrer: text(),
    countryCode: char({ length: 2 }),
    /** The report that a reviewer merged this one with, where pending proposals are decided. */
    mergedIntoId: bigint({ mode: 'number' }).references((): AnyPgColumn => reports.id),
    ...times(),

    closedAt: moment(),
    reopenedAt: moment(),
    needsCustomerReview: boolean().notNull().default(false),
    hasRejected: boolean().notNull().default(false),
    decisions: text().array().$type<(typeof DECISIONS)[number][]>().notNull().default([]),
    approverKinds: text().array().$type<(typeof ACTOR_KINDS)[number][]>().notNull().default([]),
    assetTypes: text().array().$type<AssetType[]>().notNull().default([]),
  },
  (table) => [
    index('reports_organization_created_at').on(table.organizationId, table.createdAt, table.id),
    index('reports_organization_status').on(table.organizationId, table.status, table.createdAt, table.id),
    index('reports_organization_source').on(table.organizationId, table.source, table.createdAt, table.id),
    index('reports_organization_country')
      .on(table.organizationId, table.countryCode, table.createdAt, table.id)
      .where(sql`${table.countryCode} is not null`),
    index('reports_customer_review')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`${table.needsCustomerReview}`),
    index('reports_rejected').on(table.organizationId, table.createdAt, table.id).where(sql`${table.hasRejected}`),
    index('reports_open').on(table.organizationId, table.createdAt, table.id).where(sql`${table.status} <> 'CLOSED'`),
  ],
);

const reportId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => reports.id, { onDelete: 'cascade' });

/** Reports of what was blocked already, which propose nothing; closed, and listed at the desk until they are read. */
export const additions = tableOf(
  'additions',
  {
    reportId: reportId().primaryKey(),
    readAt: moment(),
    /** The reviewer's message to the sender. */
    message: text(),
  },
  (table) => [index('additions_unread').on(table.reportId).where(sql`${table.readAt} is null`)],
);

export const reportAssets = tableOf(
  'report_assets',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    reportId: reportId(),
    assetId: assetReference(),
    submittedContent: text().notNull(),
    kind: text({ enum: SCAM_KINDS }).$type<ScamKind>(),
    brandSlug: text(),
    screenshotUrl: text(),
    screenshotTakenBy: text(),
  },
  (table) => [
    uniqueIndex('report_assets_report_asset').on(table.reportId, table.assetId),
    index('report_assets_asset').on(table.assetId),
  ],
);

export const ANSWERS = ['APPROVE', 'REJECT'] as const;

/** What somebody wrote with a decision or an answer, for the next person who decides. */
export type Note = {
  readonly action: (typeof DECISIONS)[number] | `ANSWER_${(typeof ANSWERS)[number]}`;
  /** The name that the reviewer had. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
};

/** What a report proposes for each of its assets. */
export const proposals = tableOf(
  'proposals',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    reportId: reportId(),
    assetId: assetReference(),
    proposedStatus: text({ enum: ASSET_STATUSES }).notNull(),
    reviewStatus: text({ enum: REVIEW_STATUSES }).notNull().default('PENDING'),
    decision: text({ enum: DECISIONS }),
    reviewerKind: text({ enum: ACTOR_KINDS }),
    escalatedToOrganization: boolean().notNull().default(false),
    escalatedAt: moment(),
    /** When the organization answered the escalation, and its answer. */
    answeredAt: moment(),
    answer: text({ enum: ANSWERS }),
    /** First approval, where a second one is needed (`obligatoryAdminApproval`). */
    firstApprovedBy: text(),
    /** Its user. */
    firstApproverId: integer().references(() => users.id),
    firstApprovedAt: moment(),
    reviewedAt: moment(),
    notes: jsonb().$type<Note[]>().notNull().default([]),
    message: text(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('proposals_report').on(table.reportId),
    index('proposals_pending').on(table.createdAt, table.id).where(sql`${table.reviewStatus} = 'PENDING'`),
    index('proposals_pending_asset').on(table.assetId).where(sql`${table.reviewStatus} = 'PENDING'`),
  ],
);

/**
 * Numbers of reports of an organization by the most frequent filters. Writers add to different rows (`slot`), so that they do not wait for each
 * other; the count is the sum over all slots. Maintained by triggers (`digest_reports` in the first migration).
 */
export const reportTallies = tableOf(
  'report_tallies',
  {
    organizationId: organizationId(),
    status: text({ enum: REPORT_STATUSES }).notNull(),
    source: text({ enum: REPORT_SOURCES }).notNull(),
    reporterKind: text({ enum: ACTOR_KINDS }).notNull(),
    needsCustomerReview: boolean().notNull(),
    slot: smallint().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'report_tallies_key',
      columns: [
        table.organizationId,
        table.status,
        table.source,
        table.reporterKind,
        table.needsCustomerReview,
        table.slot,
      ],
    }),
  ],
);

/** First requests to block a host of high reach, which wait for a second person. Deleted once the host is blocked. */
export const blockRequests = tableOf(
  'block_requests',
  {
    assetId: bigint({ mode: 'number' }).notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.assetId, table.userId] })],
);
