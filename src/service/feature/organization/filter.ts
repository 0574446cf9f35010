import { and, arrayOverlaps, eq, exists, inArray, ne, not, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { BodyOf } from '../../../api/operation.ts';
import type { userOrgs } from '../../../api/organization/organization.ts';
import type { Database } from '../../database/database.ts';
import { organizations, pendingServiceApprovals } from '../../database/schema/organization.ts';

export type OrganizationFilter = BodyOf<typeof userOrgs>;

/**
 * The condition of `POST /user/orgs`: every filter that is given narrows; a list is met by any of its
 * values; an INACTIVE organization meets nothing. `active` of a pending approval tells whether one is pending at all, or
 * for one of `services` where they are given.
 */
export function organizationCondition(database: Database, filter: OrganizationFilter): SQL | undefined {
  const { query, subscriptionStatus, services = {}, obligatoryAdminApproval: approval = {} } = filter;
  const is = (column: PgColumn, value: boolean | undefined) => (value === undefined ? undefined : eq(column, value));
  return and(
    ne(organizations.subscriptionStatus, 'INACTIVE'),
    query === '' ? undefined : sql`strpos(lower(${organizations.name}), lower(${query})) > 0`,
    subscriptionStatus && inArray(organizations.subscriptionStatus, subscriptionStatus),
    is(organizations.reportingActive, services.reporting?.active),
    is(organizations.reviewingActive, services.reviewing?.active),
    is(organizations.protectionActive, services.protection?.active),
    is(organizations.takedownsActive, services.takedowns?.active),
    is(organizations.takedownsAutomated, services.takedowns?.automated),
    is(organizations.detectionActive, services.detection?.active),
    is(organizations.darkWebMonitoringActive, services.darkWebMonitoring?.active),
    is(organizations.adminApprovalActive, approval.active),
    approval.assetTypes && arrayOverlaps(organizations.adminApprovalAssetTypes, approval.assetTypes),
    pendingCondition(database, filter.pendingServiceApproval),
  );
}

function pendingCondition(database: Database, filter: OrganizationFilter['pendingServiceApproval']): SQL | undefined {
  if (filter?.active === undefined && filter?.services === undefined) return undefined;
  const pending = exists(
    database
      .select({ id: pendingServiceApprovals.id })
      .from(pendingServiceApprovals)
      .where(
        and(
          eq(pendingServiceApprovals.organizationId, organizations.id),
          filter.services && inArray(pendingServiceApprovals.service, filter.services),
        ),
      ),
  );
  return filter.active === false ? not(pending) : pending;
}
