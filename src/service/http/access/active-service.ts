import { eq, inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { OPERATIONS } from '../../../api/catalogue.ts';
import type { OrganizationService } from '../../../api/organization/organization.ts';
import type { Database } from '../../database/database.ts';
import { organizations } from '../../database/schema/organization.ts';
import { Failure } from '../failure.ts';
import type { Caller } from './api-key.ts';

/** The columns that say whether a service is on. */
const SERVICE_COLUMNS = {
  reporting: organizations.reportingActive,
  reviewing: organizations.reviewingActive,
  protection: organizations.protectionActive,
  takedowns: organizations.takedownsActive,
  detection: organizations.detectionActive,
  darkWebMonitoring: organizations.darkWebMonitoringActive,
} as const satisfies Readonly<Record<OrganizationService, PgColumn>>;

/** The service of an operation; null for one that always answers. */
export const serviceOf = (operationId: string): OrganizationService | null =>
  SERVICE_OF[operationId as keyof typeof OPERATIONS];

export const serviceIsOff = (service: OrganizationService, name: string): string =>
  `The service "${service}" is off for ${name}`;

type Request = { readonly query: unknown; readonly body: unknown };

/**
 * Refuses an operation whose service is off for the organization of the request. If a key reaches several organizations
 * and the request names none, one organization with the service is enough.
 * @throws Failure FORBIDDEN naming the service
 */
export async function requireService(
  database: Database,
  caller: Caller,
  operationId: string,
  request: Request,
): Promise<void> {
  const service = serviceOf(operationId);
  if (service === null) return;
  const slug = slugOf(request);
  const acting = caller.organizations.filter((organization) => slug === null || organization.slug === slug);
  // The handler refuses an organization that the key does not reach.
  if (acting.length === 0) return;
  const rows = await database
    .select({ isActive: SERVICE_COLUMNS[service] })
    .from(organizations)
    .where(
      inArray(
        organizations.id,
        acting.map(({ id }) => id),
      ),
    );
  if (rows.some(({ isActive }) => isActive)) return;
  throw new Failure('FORBIDDEN', { issues: [serviceIsOff(service, acting.map(({ name }) => name).join(', '))] });
}

/** The services that are off for an organization. */
export async function inactiveServices(database: Database, organizationId: number): Promise<OrganizationService[]> {
  const [row] = await database.select(SERVICE_COLUMNS).from(organizations).where(eq(organizations.id, organizationId));
  return (Object.keys(SERVICE_COLUMNS) as OrganizationService[]).filter((service) => row?.[service] !== true);
}

/** The slug of a request, in either field name; in a form, fields are arrays. */
function slugOf({ query, body }: Request): string | null {
  const fields = { ...(query as object | undefined), ...(body as object | undefined) } as Record<string, unknown>;
  const [named] = [fields.slug ?? fields.organizationSlug].flat();
  return typeof named === 'string' ? named : null;
}

/**
 * The service (`services.<name>.active` of an organization) of each operation, which is refused while the service is
 * off. Operations with null always answer: the list, its files and confirmations, which protect people; following up,
 * answering, disputing, unblocking or erasing something; listings of stored data; and the organization's own record. No
 * operation belongs to `darkWebMonitoring`.
 */
export const SERVICE_OF: Readonly<Record<keyof typeof OPERATIONS, OrganizationService | null>> = {
  blocklistVersion: null,
  blocklistConfirm: null,
  organizationLists: null,
  organizationBlockList: null,
  organizationBlockCreate: 'protection',
  organizationBlockDelete: null,
  assetCheck: 'protection',
  assetParse: null,
  assetSearch: 'protection',
  assetSubmit: 'reporting',
  assetList: 'protection',
  assetChangelog: 'protection',
  assetScan: 'protection',
  scanResult: null,
  assetUnblock: null,
  assetDetails: 'protection',
  reportCreate: 'reporting',
  reportRead: null,
  reportAnswer: null,
  reportErase: null,
  attachmentUpload: 'reporting',
  reportsSearch: null,
  organizationReports: null,
  publicOrganizationReports: null,
  threatsList: null,
  takedownsList: 'takedowns',
  detectionList: 'detection',
  detectionSources: 'detection',
  detectionConfigList: 'detection',
  detectionConfigCreate: 'detection',
  detectionConfigUpdate: 'detection',
  detectionConfigDelete: 'detection',
  detectionConfigRun: 'detection',
  detectionConfigValidate: 'detection',
  detectionDrift: 'detection',
  organizationMetrics: null,
  publicOrganizationMetrics: null,
  metricsSummary: null,
  metricsBreakdown: null,
  metricsFound: null,
  queuesSnapshot: 'reviewing',
  healthchecksList: null,
  healthcheckSilentConfigs: 'detection',
  healthcheckBacklog: 'reviewing',
  healthcheckOldProposals: 'reviewing',
  healthcheckTodoVolume: 'takedowns',
  healthcheckInProgressVolume: 'takedowns',
  healthcheckStaleInProgress: 'takedowns',
  healthcheckCancelledCount: 'takedowns',
  healthcheckAutomationOff: 'takedowns',
  healthcheckDeadAssetSpike: null,
  healthcheckMissingContactUrl: null,
  disputeCreate: null,
  disputeRead: null,
  disputeAnswer: null,
  disputeErase: null,
  validate: null,
  userMe: null,
  userMeUpdate: null,
  userOrgs: null,
  userOrg: null,
  serviceRequest: null,
  organizationAssetList: null,
  organizationAssetCreate: null,
  organizationAssetUpdate: null,
  organizationAssetDelete: null,
  organizationAssetVerify: null,
  assetGroupList: null,
  assetGroupCreate: null,
  assetGroupUpdate: null,
  assetGroupDelete: null,
  organizationBrands: null,
  webhookConfig: null,
};
