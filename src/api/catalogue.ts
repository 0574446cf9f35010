import { validate } from './account.ts';
import { assetCheck, assetParse } from './asset.ts';
import { blocklistConfirm, blocklistVersion } from './blocklist.ts';
import { disputeCreate, disputeRead } from './dispute.ts';
import { userOrg, userOrgs } from './organization.ts';
import { reportCreate } from './report.ts';
import { organizationReports, publicOrganizationReports, reportsSearch } from './report-list.ts';
import { webhookConfig } from './webhook.ts';

/** Version of the interface (spec/service.md, "Versioning"). */
export const API_VERSION = '2.0.0';
/** Every path lives under this prefix of the base address. */
export const API_PREFIX = '/api/v2';

/** Every operation of the service, in the order of the OpenAPI document. */
export const OPERATIONS = {
  blocklistVersion,
  blocklistConfirm,
  assetCheck,
  assetParse,
  reportCreate,
  reportsSearch,
  organizationReports,
  publicOrganizationReports,
  disputeCreate,
  disputeRead,
  validate,
  userOrgs,
  userOrg,
  webhookConfig,
} as const;
