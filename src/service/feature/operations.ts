import type { OPERATIONS } from '../../api/catalogue.ts';
import type { Route } from '../http/application.ts';
import type { Implementation } from '../http/implementation.ts';
import { listAssets, listChanges } from './asset/listing-operation.ts';
import { checkAsset, parseContent } from './asset/operation.ts';
import { detailAsset, searchAsset, submitForReview, unblockAsset } from './asset/record-operation.ts';
import { uploadAttachments } from './attachment/operation.ts';
import { attachmentRoute } from './attachment/route.ts';
import { confirmPrefixes, readVersion } from './blocklist/operation.ts';
import { listUpdateRoute } from './blocklist/update-route.ts';
import {
  createDetectionConfig,
  deleteDetectionConfig,
  listDetectionConfigs,
  listDetectionSources,
  listDetections,
  runDetectionConfig,
  tellDetectionDrift,
  updateDetectionConfig,
  validateDetectionConfig,
} from './detection/operation.ts';
import { answerDispute, createDispute, eraseDispute, followDispute } from './dispute/operation.ts';
import {
  checkAutomationOff,
  checkBacklog,
  checkCancelledCount,
  checkDeadAssetSpike,
  checkInProgressVolume,
  checkMissingContactUrl,
  checkOldProposals,
  checkSilentConfigs,
  checkStaleInProgress,
  checkTodoVolume,
  listHealthchecks,
} from './healthcheck/operation.ts';
import {
  tellMetricsBreakdown,
  tellMetricsFound,
  tellMetricsSummary,
  tellOrganizationMetrics,
  tellPublicOrganizationMetrics,
} from './metrics/operation.ts';
import { listBrands } from './organization/brand-operation.ts';
import {
  createAssetGroup,
  deleteAssetGroup,
  listAssetGroups,
  updateAssetGroup,
} from './organization-asset/group-operation.ts';
import {
  createOwnAssets,
  deleteOwnAsset,
  listOwnAssets,
  updateOwnAsset,
  verifyOwnAsset,
} from './organization-asset/operation.ts';
import {
  createOrganizationBlock,
  deleteOrganizationBlock,
  listOrganizationBlocks,
  readOrganizationLists,
} from './organization-list/operation.ts';
import { requestOrganizationService } from './organization-service/operation.ts';
import {
  listOrganizationReports,
  listPublicOrganizationReports,
  searchReportsByAsset,
} from './report/list-operation.ts';
import { answerReport, createReport, eraseReport, followReport } from './report/operation.ts';
import { snapshotQueues } from './review/operation.ts';
import { scanAsset, tellScan } from './scan/operation.ts';
import { listTakedowns, listThreats } from './threat/operation.ts';
import { listOrganizations, readOrganization, validateKey } from './user/account-operation.ts';
import { readMe, updateMe } from './user/operation.ts';
import { configureWebhook } from './webhook/operation.ts';

/** What carries out every operation of the contract; one that is missing does not compile. */
const BY_OPERATION: Record<keyof typeof OPERATIONS, Implementation> = {
  blocklistVersion: readVersion,
  blocklistConfirm: confirmPrefixes,
  organizationLists: readOrganizationLists,
  assetCheck: checkAsset,
  assetParse: parseContent,
  reportCreate: createReport,
  reportRead: followReport,
  reportAnswer: answerReport,
  reportErase: eraseReport,
  attachmentUpload: uploadAttachments,
  reportsSearch: searchReportsByAsset,
  organizationReports: listOrganizationReports,
  publicOrganizationReports: listPublicOrganizationReports,
  threatsList: listThreats,
  takedownsList: listTakedowns,
  detectionList: listDetections,
  detectionSources: listDetectionSources,
  detectionConfigList: listDetectionConfigs,
  detectionConfigCreate: createDetectionConfig,
  detectionConfigUpdate: updateDetectionConfig,
  detectionConfigDelete: deleteDetectionConfig,
  detectionConfigRun: runDetectionConfig,
  detectionConfigValidate: validateDetectionConfig,
  detectionDrift: tellDetectionDrift,
  organizationMetrics: tellOrganizationMetrics,
  publicOrganizationMetrics: tellPublicOrganizationMetrics,
  metricsSummary: tellMetricsSummary,
  metricsBreakdown: tellMetricsBreakdown,
  metricsFound: tellMetricsFound,
  queuesSnapshot: snapshotQueues,
  healthchecksList: listHealthchecks,
  healthcheckSilentConfigs: checkSilentConfigs,
  healthcheckBacklog: checkBacklog,
  healthcheckOldProposals: checkOldProposals,
  healthcheckTodoVolume: checkTodoVolume,
  healthcheckInProgressVolume: checkInProgressVolume,
  healthcheckStaleInProgress: checkStaleInProgress,
  healthcheckCancelledCount: checkCancelledCount,
  healthcheckAutomationOff: checkAutomationOff,
  healthcheckDeadAssetSpike: checkDeadAssetSpike,
  healthcheckMissingContactUrl: checkMissingContactUrl,
  disputeCreate: createDispute,
  disputeRead: followDispute,
  disputeAnswer: answerDispute,
  disputeErase: eraseDispute,
  validate: validateKey,
  userOrgs: listOrganizations,
  userOrg: readOrganization,
  serviceRequest: requestOrganizationService,
  userMe: readMe,
  userMeUpdate: updateMe,
  assetScan: scanAsset,
  scanResult: tellScan,
  organizationAssetList: listOwnAssets,
  organizationAssetCreate: createOwnAssets,
  organizationAssetUpdate: updateOwnAsset,
  organizationAssetDelete: deleteOwnAsset,
  organizationAssetVerify: verifyOwnAsset,
  organizationBlockList: listOrganizationBlocks,
  organizationBlockCreate: createOrganizationBlock,
  organizationBlockDelete: deleteOrganizationBlock,
  organizationBrands: listBrands,
  assetSearch: searchAsset,
  assetSubmit: submitForReview,
  assetUnblock: unblockAsset,
  assetDetails: detailAsset,
  assetList: listAssets,
  assetChangelog: listChanges,
  assetGroupList: listAssetGroups,
  assetGroupCreate: createAssetGroup,
  assetGroupUpdate: updateAssetGroup,
  assetGroupDelete: deleteAssetGroup,
  webhookConfig: configureWebhook,
};

export const IMPLEMENTATIONS: readonly Implementation[] = Object.values(BY_OPERATION);

/** What the interface has besides its operations: files that are no JSON. */
export const ROUTES: readonly Route[] = [listUpdateRoute, attachmentRoute];
