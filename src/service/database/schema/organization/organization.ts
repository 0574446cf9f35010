import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  METRICS_VISIBILITIES,
  PENDING_SERVICES,
  PORTAL_VISIBILITIES,
  REPORT_VISIBILITIES,
  SERVICE_TYPES,
  SUBSCRIPTION_STATUSES,
} from '../../../../api/organization/organization.ts';
import type { AssetType } from '../../../../asset/type.ts';
import { moment, oneOf } from '../column.ts';

/** Customers, the tenants of the service. */
export const organizations = pgTable(
  'organizations',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    slug: text().notNull().unique(),
    avatarUrl: text(),
    contactUrl: text(),
    subscriptionStatus: text({ enum: SUBSCRIPTION_STATUSES }).notNull().default('PROSPECT'),
    portalVisibility: text({ enum: PORTAL_VISIBILITIES }).notNull().default('PUBLIC'),
    reportVisibility: text({ enum: REPORT_VISIBILITIES }).notNull().default('PUBLIC'),
    metricsVisibility: text({ enum: METRICS_VISIBILITIES }).notNull().default('PUBLIC'),

    websiteUrl: text(),
    twitterHandle: text(),
    securityContactEmail: text(),
    industry: text(),

    portalUseCustomDetails: boolean().notNull().default(false),
    portalName: text(),
    portalSlug: text(),
    portalAvatarUrl: text(),
    portalBannerEnabled: boolean().notNull().default(false),
    portalBannerContent: text(),

    // What this service carries out is on until somebody turns it off.
    reportingActive: boolean().notNull().default(true),
    reviewingActive: boolean().notNull().default(true),
    protectionActive: boolean().notNull().default(true),
    takedownsActive: boolean().notNull().default(true),
    takedownsAutomated: boolean().notNull().default(false),
    detectionActive: boolean().notNull().default(true),
    darkWebMonitoringActive: boolean().notNull().default(false),

    slackConnected: boolean().notNull().default(false),
    discordConnected: boolean().notNull().default(false),
    telegramConnected: boolean().notNull().default(false),
    telegramGroupCount: integer().notNull().default(0),
    vercelConnected: boolean().notNull().default(false),
    intercomConnected: boolean().notNull().default(false),
    moderationConnected: boolean().notNull().default(false),

    adminApprovalActive: boolean().notNull().default(false),
    adminApprovalAssetTypes: text().array().$type<AssetType[]>().notNull().default([]),

    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('organizations_portal_slug_unique').on(table.portalSlug).where(sql`${table.portalSlug} is not null`),
    oneOf('organizations_subscription_status', table.subscriptionStatus, SUBSCRIPTION_STATUSES),
    oneOf('organizations_portal_visibility', table.portalVisibility, PORTAL_VISIBILITIES),
    oneOf('organizations_report_visibility', table.reportVisibility, REPORT_VISIBILITIES),
    oneOf('organizations_metrics_visibility', table.metricsVisibility, METRICS_VISIBILITIES),
  ],
);

const organizationId = () =>
  integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

export const pendingServiceApprovals = pgTable(
  'pending_service_approvals',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    organizationId: organizationId(),
    service: text({ enum: PENDING_SERVICES }).notNull(),
    automated: boolean().notNull(),
    serviceType: text({ enum: SERVICE_TYPES }).notNull(),
    serviceName: text().notNull(),
    requestedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('pending_service_approvals_organization').on(table.organizationId),
    oneOf('pending_service_approvals_service', table.service, PENDING_SERVICES),
    oneOf('pending_service_approvals_type', table.serviceType, SERVICE_TYPES),
  ],
);

export const LEGAL_DOCUMENT_KINDS = ['letterOfAuthorization', 'powerOfAttorney'] as const;

/** A row is an attached document; a document that is not present has no row. */
export const legalDocuments = pgTable(
  'legal_documents',
  {
    organizationId: organizationId(),
    kind: text({ enum: LEGAL_DOCUMENT_KINDS }).notNull(),
    fileName: text().notNull(),
    fileUrl: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.kind] }),
    oneOf('legal_documents_kind', table.kind, LEGAL_DOCUMENT_KINDS),
  ],
);

/** What a trademark registration says, whoever it is on file for. */
export const trademarkColumns = () => ({
  brandName: text().notNull(),
  trademarkOffice: text().notNull(),
  registrationNumber: text().notNull(),
  goodsAndServicesClass: text().notNull(),
  rightsOwnerName: text(),
  registrationPageUrl: text(),
  certificateFileName: text(),
  certificateFileUrl: text(),
});

export const trademarkRegistrations = pgTable(
  'trademark_registrations',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    organizationId: organizationId(),
    ...trademarkColumns(),
  },
  (table) => [index('trademark_registrations_organization').on(table.organizationId)],
);
