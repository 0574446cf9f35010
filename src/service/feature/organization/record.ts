import { and, arrayOverlaps, asc, eq, inArray, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type BodyOf, ORGANIZATION_SERVICES } from '../../../api/operation.ts';
import {
  type OrganizationRecord,
  organizationRecord,
  PENDING_SERVICES,
  type userOrgs,
} from '../../../api/organization/organization.ts';
import { type PortalSource, portalSource } from '../../../api/organization/portal.ts';
import type { Database } from '../../database/database.ts';
import { organizations } from '../../database/schema/organization.ts';
import { documentsOf } from './brand/brand.ts';
import { COLUMN_KEYS, nested } from './config/key.ts';

type Row = typeof organizations.$inferSelect;

/** The records of those of these organizations that meet the condition, by name. */
export async function readOrganizations(
  database: Database,
  ids: readonly number[],
  condition: SQL | undefined,
): Promise<OrganizationRecord[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .select()
    .from(organizations)
    .where(and(inArray(organizations.id, [...ids]), condition))
    .orderBy(asc(organizations.name), asc(organizations.id));
  return rows.map((row) =>
    organizationRecord.parse({
      id: row.id,
      ...columnsOf(row),
      pendingServiceApprovals: row.pendingServices,
      legalDocuments: documentsOf(row),
    }),
  );
}

const columnsOf = (row: Row) =>
  nested([['slug', row.slug], ...Object.entries(COLUMN_KEYS).map(([key, { column }]) => [key, row[column]] as const)]);

/**
 * The record for a key without `read`, which a build has: what a visitor of the portal may know, and the rest empty.
 */
export function publicRecord(record: OrganizationRecord): OrganizationRecord {
  const absent = { present: false, fileName: null, fileUrl: null };
  return {
    ...record,
    brandMetadata: { ...record.brandMetadata, securityContactEmail: null },
    integrations: {
      slack: false,
      discord: false,
      telegram: { connected: false, groupCount: 0 },
      vercel: false,
      intercom: false,
      moderation: false,
    },
    obligatoryAdminApproval: { active: false, assetTypes: [] },
    pendingServiceApprovals: [],
    legalDocuments: { letterOfAuthorization: absent, powerOfAttorney: absent },
    trademarkRegistrations: [],
  };
}

/** The part of an organization's row that its portal needs, which is a part of its record too. */
export const portalSourceOf = (row: Row): PortalSource => portalSource.parse(columnsOf(row));

type OrganizationFilter = BodyOf<typeof userOrgs>;

/**
 * The condition of `POST /user/orgs`: each given filter narrows, a list is met by any of its values, INACTIVE by
 * nothing. `active` of a pending approval: whether one is pending, of `services` where they are given.
 */
export function organizationCondition(filter: OrganizationFilter): SQL | undefined {
  const { query, subscriptionStatus, services = {}, obligatoryAdminApproval: approval = {} } = filter;
  const is = (column: PgColumn, value: boolean | undefined) => (value === undefined ? undefined : eq(column, value));
  return and(
    ne(organizations.subscriptionStatus, 'INACTIVE'),
    query === '' ? undefined : sql`strpos(lower(${organizations.name}), lower(${query})) > 0`,
    subscriptionStatus && inArray(organizations.subscriptionStatus, subscriptionStatus),
    ...ORGANIZATION_SERVICES.map((service) => is(organizations[`${service}Active`], services[service]?.active)),
    is(organizations.takedownsAutomated, services.takedowns?.automated),
    is(organizations.adminApprovalActive, approval.active),
    approval.assetTypes && arrayOverlaps(organizations.adminApprovalAssetTypes, approval.assetTypes),
    pendingCondition(filter.pendingServiceApproval),
  );
}

function pendingCondition(filter: OrganizationFilter['pendingServiceApproval']): SQL | undefined {
  if (filter?.active === undefined && filter?.services === undefined) return undefined;
  const { active, services = PENDING_SERVICES } = filter;
  const asked = (service: string) => sql`${organizations.pendingServices} @> ${JSON.stringify([{ service }])}::jsonb`;
  const pending = or(...services.map(asked))!;
  return active === false ? not(pending) : pending;
}
