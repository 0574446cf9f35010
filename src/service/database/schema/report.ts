import { sql } from 'drizzle-orm';
import { bigint, boolean, char, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ASSET_STATUSES } from '../../../api/asset.ts';
import { apiKeys } from './api-key.ts';
import { assets } from './asset.ts';
import { moment, oneOf } from './column.ts';
import { organizations } from './organization.ts';

export const REPORT_STATUSES = ['TODO', 'IN_PROGRESS', 'CLOSED'] as const;
export const REPORT_SOURCES = ['APP', 'API', 'CANARY_TOKEN', 'AUTO_DETECTION', 'ASSET_MANAGEMENT'] as const;
export const REPORTER_KINDS = ['human', 'automation'] as const;
export const REVIEW_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const;
export const DECISIONS = ['APPROVE', 'REJECT', 'SKIP', 'ESCALATE'] as const;

/** The person behind a report that another platform hands on. */
export type ExternalReporter = {
  readonly platform: string;
  readonly platformIdentifier: string;
  readonly displayName: string;
  readonly avatarUrl?: string | undefined;
};

export const reports = pgTable(
  'reports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    organizationId: integer().references(() => organizations.id),
    apiKeyId: integer().references(() => apiKeys.id),
    title: text(),
    description: text(),
    status: text({ enum: REPORT_STATUSES }).notNull().default('TODO'),
    source: text({ enum: REPORT_SOURCES }).notNull().default('API'),
    reporterKind: text({ enum: REPORTER_KINDS }).notNull().default('human'),
    externalReporter: jsonb().$type<ExternalReporter>(),
    contactInfo: text(),
    attachmentUrls: text().array().notNull().default([]),
    userAgent: text(),
    referrer: text(),
    countryCode: char({ length: 2 }),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('reports_organization_created_at').on(table.organizationId, table.createdAt.desc(), table.id.desc()),
    oneOf('reports_status', table.status, REPORT_STATUSES),
    oneOf('reports_source', table.source, REPORT_SOURCES),
    oneOf('reports_reporter_kind', table.reporterKind, REPORTER_KINDS),
  ],
);

const reportId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => reports.id, { onDelete: 'cascade' });
const assetId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => assets.id);

export const reportAssets = pgTable(
  'report_assets',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    reportId: reportId(),
    assetId: assetId(),
    /** As the reporter wrote it. */
    submittedContent: text().notNull(),
    brandSlug: text(),
    screenshotUrl: text(),
    screenshotTakenBy: text(),
  },
  (table) => [
    uniqueIndex('report_assets_report_asset').on(table.reportId, table.assetId),
    index('report_assets_asset').on(table.assetId),
  ],
);

/** What a report asks for: one per asset of the report. */
export const proposals = pgTable(
  'proposals',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    reportId: reportId(),
    assetId: assetId(),
    proposedStatus: text({ enum: ASSET_STATUSES }).notNull(),
    reviewStatus: text({ enum: REVIEW_STATUSES }).notNull().default('PENDING'),
    decision: text({ enum: DECISIONS }),
    reviewerKind: text({ enum: REPORTER_KINDS }),
    escalatedToOrganization: boolean().notNull().default(false),
    answeredAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('proposals_report').on(table.reportId),
    index('proposals_pending_asset').on(table.assetId).where(sql`${table.reviewStatus} = 'PENDING'`),
    oneOf('proposals_proposed_status', table.proposedStatus, ASSET_STATUSES),
    oneOf('proposals_review_status', table.reviewStatus, REVIEW_STATUSES),
    oneOf('proposals_decision', table.decision, DECISIONS),
    oneOf('proposals_reviewer_kind', table.reviewerKind, REPORTER_KINDS),
  ],
);
