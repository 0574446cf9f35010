import { OPERATIONS } from '../../../api/catalogue.ts';
import type { Operation } from '../../../api/operation.ts';
import {
  type HealthcheckId,
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
} from '../../../api/organization/healthcheck.ts';
import { inactiveServices, serviceIsOff, serviceOf } from '../../access/active-service.ts';
import { requiredOrganization } from '../../access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { assetChecks, type Check, checkHealth, organizationChecks, reviewChecks, takedownChecks } from './check.ts';

/** Every check. */
export const CHECKS: readonly Check[] = [...reviewChecks, ...takedownChecks, ...assetChecks, ...organizationChecks];

export const listHealthchecks = implement(healthchecksList, async ({ caller, database, body }) => {
  const { id: organizationId, name } = requiredOrganization(caller, body.slug);
  const inactive = await inactiveServices(database, organizationId);
  return {
    checks: CHECKS.map(({ id }) => {
      const service = serviceOf(operationOf(id));
      return service !== null && inactive.includes(service)
        ? { id, implemented: false, notImplementedReason: serviceIsOff(service, name) }
        : { id, implemented: true };
    }),
  };
});

const operationOf = (check: HealthcheckId): string =>
  Object.values<Operation>(OPERATIONS).find(({ path }) => path === `/healthchecks/${check}`)!.id;

/** Binds the operation of a check to the check whose id ends its path. */
function implementCheck(operation: typeof healthcheckBacklog | { readonly path: `/healthchecks/${HealthcheckId}` }) {
  const check = CHECKS.find(({ id }) => operation.path === `/healthchecks/${id}`)!;
  return implement(operation as typeof healthcheckBacklog, async ({ caller, database, body }) =>
    checkHealth(database, requiredOrganization(caller, body.slug), check),
  );
}

export const checkSilentConfigs = implementCheck(healthcheckSilentConfigs);
export const checkBacklog = implementCheck(healthcheckBacklog);
export const checkOldProposals = implementCheck(healthcheckOldProposals);
export const checkTodoVolume = implementCheck(healthcheckTodoVolume);
export const checkInProgressVolume = implementCheck(healthcheckInProgressVolume);
export const checkStaleInProgress = implementCheck(healthcheckStaleInProgress);
export const checkCancelledCount = implementCheck(healthcheckCancelledCount);
export const checkAutomationOff = implementCheck(healthcheckAutomationOff);
export const checkDeadAssetSpike = implementCheck(healthcheckDeadAssetSpike);
export const checkMissingContactUrl = implementCheck(healthcheckMissingContactUrl);
