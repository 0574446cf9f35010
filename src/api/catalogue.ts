import { validate } from './account.ts';
import { assetCheck, assetParse } from './asset.ts';
import { assetGroupCreate, assetGroupDelete, assetGroupList, assetGroupUpdate } from './asset-group.ts';
import { assetChangelog, assetList } from './asset-listing.ts';
import { assetDetails, assetSearch, assetSubmit, assetUnblock } from './asset-record.ts';
import { attachmentUpload } from './attachment.ts';
import { blocklistConfirm, blocklistVersion } from './blocklist.ts';
import { organizationBrands } from './brand.ts';
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
} from './detection.ts';
import { disputeAnswer, disputeCreate, disputeErase, disputeRead } from './dispute.ts';
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
} from './healthcheck.ts';
import {
  metricsBreakdown,
  metricsFound,
  metricsSummary,
  organizationMetrics,
  publicOrganizationMetrics,
} from './metrics.ts';
import { userOrg, userOrgs } from './organization.ts';
import {
  organizationAssetCreate,
  organizationAssetDelete,
  organizationAssetList,
  organizationAssetUpdate,
  organizationAssetVerify,
} from './organization-asset.ts';
import { queuesSnapshot } from './queue.ts';
import { reportAnswer, reportCreate, reportErase, reportRead } from './report.ts';
import { organizationReports, publicOrganizationReports, reportsSearch } from './report-list.ts';
import { assetScan, scanResult } from './scan.ts';
import { takedownsList } from './takedown.ts';
import { threatsList } from './threat.ts';
import { userMe, userMeUpdate } from './user.ts';
import { webhookConfig } from './webhook.ts';

/** Every operation of the service, in the order of the OpenAPI document. */
export const OPERATIONS = {
  blocklistVersion,
  blocklistConfirm,
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
  organizationAssetList,
  organizationAssetCreate,
  organizationAssetUpdate,
  organizationAssetDelete,
  organizationAssetVerify,
  assetGroupList,
  assetGroupCreate,
  assetGroupUpdate,
  assetGroupDelete,
  organizationBrands,
  webhookConfig,
} as const;
