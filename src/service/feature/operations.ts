import type { OPERATIONS } from '../../api/catalogue.ts';
import type { Route } from '../http/application.ts';
import type { Implementation } from '../http/implementation.ts';
import {
  checkAsset,
  detailAsset,
  listAssets,
  listChanges,
  parseContent,
  searchAsset,
  submitForReview,
  unblockAsset,
} from './asset/operation.ts';
import { confirmPrefixes, listUpdateRoute, readVersion } from './blocklist/operation.ts';
import {
  createDetectionConfig,
  deleteDetectionConfig,
  listDetectionConfigs,
  listDetectionSources,
  listDetections,
  readDetectionDrift,
  runDetectionConfig,
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
  readMetricsBreakdown,
  readMetricsFound,
  readMetricsSummary,
  readOrganizationMetrics,
  readPublicOrganizationMetrics,
} from './metrics/operation.ts';
import {
  createAssetGroup,
  createOwnAssets,
  deleteAssetGroup,
  deleteOwnAsset,
  listAssetGroups,
  listOwnAssets,
  updateAssetGroup,
  updateOwnAsset,
  verifyOwnAsset,
} from './organization/asset/operation.ts';
import {
  createOrganizationBlock,
  deleteOrganizationBlock,
  listOrganizationBlocks,
  readOrganizationLists,
} from './organization/list/operation.ts';
import { listBrands, requestOrganizationService } from './organization/operation.ts';
import { attachmentRoute, uploadAttachments } from './report/attachment.ts';
import {
  answerReport,
  createReport,
  eraseReport,
  followReport,
  listOrganizationReports,
  listPublicOrganizationReports,
  searchReportsByAsset,
} from './report/operation.ts';
import { snapshotQueues } from './review/operation.ts';
import { readScanResult, scanAsset } from './scan/operation.ts';
import { listTakedowns, listThreats } from './threat/operation.ts';
import { listOrganizations, readMe, readOrganization, updateMe, validateKey } from './user/operation.ts';
import { configureWebhook } from './webhook/operation.ts';

/** The implementation of every operation of the API; a missing one does not compile. */
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
  detectionDrift: readDetectionDrift,
  organizationMetrics: readOrganizationMetrics,
  publicOrganizationMetrics: readPublicOrganizationMetrics,
  metricsSummary: readMetricsSummary,
  metricsBreakdown: readMetricsBreakdown,
  metricsFound: readMetricsFound,
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
  scanResult: readScanResult,
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

/** The other routes of the API: files that are not JSON. */
export const ROUTES: readonly Route[] = [listUpdateRoute, attachmentRoute];
