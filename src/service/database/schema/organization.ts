import { sql } from 'drizzle-orm';
import { boolean, index, integer, json, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { BRAND_TYPES } from '../../../api/organization/brand.ts';
import {
  METRICS_VISIBILITIES,
  type OrganizationRecord,
  PORTAL_VISIBILITIES,
  REPORT_VISIBILITIES,
  SUBSCRIPTION_STATUSES,
} from '../../../api/organization/organization.ts';
import type { ReportedKind } from '../../../api/report/scam-kind.ts';
import type { AssetType } from '../../../asset/type.ts';
import { assetReference } from './asset.ts';
import { moment, tableOf, times } from './column.ts';

type AttachedFile = { readonly fileName: string; readonly fileUrl: string };

/** The tenants of the service. */
export const organizations = tableOf(
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
    /** The kinds of scam that the report form offers first. */
    portalScamKinds: text().array().$type<ReportedKind[]>().notNull().default([]),

    // Services that this software provides are on by default.
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

    /** The services that it asks for, the oldest request first. */
    pendingServices: jsonb().$type<OrganizationRecord['pendingServiceApprovals']>().notNull().default([]),

    letterOfAuthorization: json().$type<AttachedFile>(),
    powerOfAttorney: json().$type<AttachedFile>(),
    trademarks: json().$type<OrganizationRecord['trademarkRegistrations']>().notNull().default([]),

    ...times(),
  },
  (table) => [
    uniqueIndex('organizations_portal_slug_unique').on(table.portalSlug).where(sql`${table.portalSlug} is not null`),
  ],
);

/** The organization that a row belongs to, and is deleted with. */
export const organizationId = () =>
  integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** A product or person of an organization that impostors imitate. `slug` is unique within the organization. */
export const brands = tableOf(
  'brands',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    organizationId: organizationId(),
    name: text().notNull(),
    slug: text().notNull(),
    type: text({ enum: BRAND_TYPES }).notNull().default('ORGANIZATION'),
    /** `#rrggbb`, the main one first. */
    brandColors: text().array().notNull().default([]),
    /** Words that mean the brand, lower case. */
    includedTerms: text().array().notNull().default([]),
    /** Words that contain one of these but do not mean the brand, lower case. */
    excludedTerms: text().array().notNull().default([]),
    tickers: text().array().notNull().default([]),
    avatarUrl: text(),
    websiteUrl: text(),
    /** With a leading `@`. */
    twitterHandle: text(),
    /** Whether the organization's documents and trademarks count for the brand. */
    useOrganizationDocs: boolean().notNull().default(true),
    ...times(),
  },
  (table) => [uniqueIndex('brands_organization_slug').on(table.organizationId, table.slug)],
);

/** Groups of an organization's assets. Names are unique regardless of case. */
export const assetGroups = tableOf(
  'asset_groups',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    organizationId: organizationId(),
    name: text().notNull(),
    ...times(),
  },
  (table) => [uniqueIndex('asset_groups_organization_name').on(table.organizationId, sql`lower(${table.name})`)],
);

export const PROOFS = ['DNS', 'FILE', 'OPERATOR'] as const;

/** An organization's own sites, accounts and addresses. */
export const organizationAssets = tableOf(
  'organization_assets',
  {
    organizationId: organizationId(),
    assetId: assetReference(),
    name: text(),
    description: text(),
    groupId: integer().references(() => assetGroups.id, { onDelete: 'set null' }),
    /** When and how ownership was proven; null: it is only claimed. */
    provenAt: moment(),
    provenBy: text({ enum: PROOFS }),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.assetId] }),
    index('organization_assets_asset').on(table.assetId),
    index('organization_assets_group').on(table.groupId),
  ],
);
