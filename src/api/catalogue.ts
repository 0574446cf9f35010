import { assetCheck, assetParse } from './asset/asset.ts';
import { assetChangelog, assetList } from './asset/asset-listing.ts';
import { assetDetails, assetSearch, assetSubmit, assetUnblock } from './asset/asset-record.ts';
import {
  blocklistConfirm,
  blocklistVersion,
  organizationBlockCreate,
  organizationBlockDelete,
  organizationBlockList,
  organizationLists,
} from './blocklist.ts';
import { validate } from './organization/account.ts';
import { organizationBrands } from './organization/brand.ts';
import {
  healthcheckAutomationOff,
  healthcheckBacklog,
  healthcheckCancelledCount,
  healthcheckDeadAssetSpike,
  healthcheckInProgressVolume,
  healthcheckMissingContactUrl,
  healthcheckOldProposals,
  healthcheckSilentConfigs,
  healthcheckStaleInProgress,
  healthchecksList,
  healthcheckTodoVolume,
} from './organization/healthcheck.ts';
import {
  metricsBreakdown,
  metricsFound,
  metricsSummary,
  organizationMetrics,
  publicOrganizationMetrics,
} from './organization/metrics.ts';
import { userOrg, userOrgs } from './organization/organization.ts';
import {
  assetGroupCreate,
  assetGroupDelete,
  assetGroupList,
  assetGroupUpdate,
  organizationAssetCreate,
  organizationAssetDelete,
  organizationAssetList,
  organizationAssetUpdate,
  organizationAssetVerify,
} from './organization/organization-asset.ts';
import { queuesSnapshot } from './organization/queue.ts';
import { serviceRequest } from './organization/service-request.ts';
import { userMe, userMeUpdate } from './organization/user.ts';
import { webhookConfig } from './organization/webhook.ts';
import { attachmentUpload } from './report/attachment.ts';
import { disputeAnswer, disputeCreate, disputeErase, disputeRead } from './report/dispute.ts';
import { reportAnswer, reportCreate, reportErase, reportRead } from './report/report.ts';
import { organizationReports, publicOrganizationReports, reportsSearch } from './report/report-list.ts';
import {
  detectionConfigCreate,
  detectionConfigDelete,
  detectionConfigList,
  detectionConfigRun,
  detectionConfigUpdate,
  detectionConfigValidate,
  detectionDrift,
  detectionList,
  detectionSources,
} from './threat/detection.ts';
import { assetScan, scanResult } from './threat/scan.ts';
import { takedownsList, threatsList } from './threat/takedown.ts';

/** Every operation of the service, in the order of the OpenAPI document. */
export const OPERATIONS = {
  blocklistVersion,
  blocklistConfirm,
  organizationLists,
  assetCheck,
  assetParse,
  assetSearch,
  assetSubmit,
  assetList,
  assetChangelog,
  assetScan,
  scanResult,
  assetUnblock,
  assetDetails,
  reportCreate,
  reportRead,
  reportAnswer,
  reportErase,
  attachmentUpload,
  reportsSearch,
  organizationReports,
  publicOrganizationReports,
  threatsList,
  takedownsList,
  detectionList,
  detectionSources,
  detectionConfigList,
  detectionConfigCreate,
  detectionConfigUpdate,
  detectionConfigDelete,
  detectionConfigRun,
  detectionConfigValidate,
  detectionDrift,
  organizationMetrics,
  publicOrganizationMetrics,
  metricsSummary,
  metricsBreakdown,
  metricsFound,
  queuesSnapshot,
  healthchecksList,
  healthcheckSilentConfigs,
  healthcheckBacklog,
  healthcheckOldProposals,
  healthcheckTodoVolume,
  healthcheckInProgressVolume,
  healthcheckStaleInProgress,
  healthcheckCancelledCount,
  healthcheckAutomationOff,
  healthcheckDeadAssetSpike,
  healthcheckMissingContactUrl,
  disputeCreate,
  disputeRead,
  disputeAnswer,
  disputeErase,
  validate,
  userMe,
  userMeUpdate,
  userOrgs,
  userOrg,
  serviceRequest,
  organizationAssetList,
  organizationAssetCreate,
  organizationAssetUpdate,
  organizationAssetDelete,
  organizationAssetVerify,
  organizationBlockList,
  organizationBlockCreate,
  organizationBlockDelete,
  assetGroupList,
  assetGroupCreate,
  assetGroupUpdate,
  assetGroupDelete,
  organizationBrands,
  webhookConfig,
} as const;
