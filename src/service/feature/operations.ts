import { OPERATIONS } from '../../api/catalogue.ts';
import type { Operation, RequestOf, ResponseOf } from '../../api/operation.ts';
import type { Route } from '../http/application.ts';
import { type CallSource, callOperation } from '../http/call.ts';
import type { Implementation } from '../http/implementation.ts';
import { type RequestParts, readParts } from '../http/request/part.ts';
import type { Service } from '../http/service.ts';
import { assetOperations } from './asset/operation.ts';
import { blocklistOperations, listUpdateRoute } from './blocklist/operation.ts';
import { detectionOperations } from './detection/operation.ts';
import { disputeOperations } from './dispute/operation.ts';
import { organizationAssetOperations } from './organization/asset/operation.ts';
import { healthcheckOperations } from './organization/healthcheck/operation.ts';
import { organizationListOperations } from './organization/list/operation.ts';
import { metricsOperations } from './organization/metrics/operation.ts';
import { organizationOperations } from './organization/operation.ts';
import { attachmentOperations, attachmentRoute } from './report/attachment.ts';
import { reportOperations } from './report/operation.ts';
import { reviewOperations } from './review/operation.ts';
import { scanOperations } from './scan/operation.ts';
import { threatOperations } from './threat/operation.ts';
import { userOperations } from './user/operation.ts';
import { webhookOperations } from './webhook/operation.ts';

/** The implementation of every operation of the API; a missing one does not compile. */
const BY_OPERATION: Record<keyof typeof OPERATIONS, Implementation> = {
  ...assetOperations,
  ...attachmentOperations,
  ...blocklistOperations,
  ...detectionOperations,
  ...disputeOperations,
  ...healthcheckOperations,
  ...metricsOperations,
  ...organizationAssetOperations,
  ...organizationListOperations,
  ...organizationOperations,
  ...reportOperations,
  ...reviewOperations,
  ...scanOperations,
  ...threatOperations,
  ...userOperations,
  ...webhookOperations,
};

export const IMPLEMENTATIONS: readonly Implementation[] = Object.keys(OPERATIONS).map(
  (id) => BY_OPERATION[id as keyof typeof OPERATIONS],
);

/** Calls an operation with parts that did not arrive as a request of the interface, for example from a form. @throws Failure as over HTTP */
export const call = <const O extends Operation>(
  service: Service,
  source: CallSource,
  operation: O,
  request: RequestOf<O>,
): Promise<ResponseOf<O>> =>
  callOperation(service, BY_OPERATION[operation.id as keyof typeof OPERATIONS], source, () =>
    readParts(operation, request as Partial<RequestParts>),
  ) as Promise<ResponseOf<O>>;

export const ROUTES: readonly Route[] = [listUpdateRoute, attachmentRoute];
