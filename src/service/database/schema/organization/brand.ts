import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { BRAND_TYPES } from '../../../../api/organization/brand.ts';
import { moment, oneOf } from '../column.ts';
import { LEGAL_DOCUMENT_KINDS, organizations, trademarkColumns } from './organization.ts';

/** What impostors imitate: a product or a person of an organization. `slug` is unique within the organization. */
export const brands = pgTable(
  'brands',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    slug: text().notNull(),
    type: text({ enum: BRAND_TYPES }).notNull().default('ORGANIZATION'),
    /** `#rrggbb`, the main one first. */
    brandColors: text().array().notNull().default([]),
    /** Words that mean the brand, lower case. */
    includedTerms: text().array().notNull().default([]),
    /** Words that contain such a word and do not mean the brand, lower case. */
    excludedTerms: text().array().notNull().default([]),
    tickers: text().array().notNull().default([]),
    avatarUrl: text(),
    websiteUrl: text(),
    /** With a leading `@`. */
    twitterHandle: text(),
    /** True: the organization's documents and trademarks count for the brand; false: its own do. */
    useOrganizationDocs: boolean().notNull().default(true),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('brands_organization_slug').on(table.organizationId, table.slug),
    oneOf('brands_type', table.type, BRAND_TYPES),
  ],
);

const brandId = () =>
  integer()
    .notNull()
    .references(() => brands.id, { onDelete: 'cascade' });

export const brandLegalDocuments = pgTable(
  'brand_legal_documents',
  {
    brandId: brandId(),
    kind: text({ enum: LEGAL_DOCUMENT_KINDS }).notNull(),
    fileName: text().notNull(),
    fileUrl: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.kind] }),
    oneOf('brand_legal_documents_kind', table.kind, LEGAL_DOCUMENT_KINDS),
  ],
);

export const brandTrademarkRegistrations = pgTable(
  'brand_trademark_registrations',
  { id: integer().primaryKey().generatedByDefaultAsIdentity(), brandId: brandId(), ...trademarkColumns() },
  (table) => [index('brand_trademark_registrations_brand').on(table.brandId)],
);
