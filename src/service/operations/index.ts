import type { OPERATIONS } from '../../api/catalogue.ts';
import type { Implementation } from '../http/implementation.ts';
import { listOrganizations, readOrganization, validateKey } from './account.ts';
import { checkAsset, parseContent } from './asset.ts';
import { confirmPrefixes, readVersion } from './blocklist.ts';
import { createDispute, followDispute } from './dispute.ts';
import { createReport } from './report.ts';
import { listOrganizationReports, listPublicOrganizationReports, searchReportsByAsset } from './report-list.ts';
import { configureWebhook } from './webhook.ts';

/** What carries out every operation of the contract; one that is missing does not compile. */
const BY_OPERATION: Record<keyof typeof OPERATIONS, Implementation> = {
  blocklistVersion: readVersion,
  blocklistConfirm: confirmPrefixes,
  assetCheck: checkAsset,
  assetParse: parseContent,
  reportCreate: createReport,
  reportsSearch: searchReportsByAsset,
  organizationReports: listOrganizationReports,
  publicOrganizationReports: listPublicOrganizationReports,
  disputeCreate: createDispute,
  disputeRead: followDispute,
  validate: validateKey,
  userOrgs: listOrganizations,
  userOrg: readOrganization,
  webhookConfig: configureWebhook,
};

export const IMPLEMENTATIONS: readonly Implementation[] = Object.values(BY_OPERATION);
