import { OPERATIONS } from '../../../../api/catalogue.ts';
import type { Operation } from '../../../../api/operation.ts';
import type { HealthcheckId, healthcheckBacklog } from '../../../../api/organization/healthcheck.ts';
import { inEnglish } from '../../../database/refused.ts';
import { inactiveServices, serviceIsOff } from '../../../http/access/active-service.ts';
import { requiredOrganization } from '../../../http/access/reach.ts';
import { type Call, implement } from '../../../http/implementation.ts';
import { CHECKS, checkHealth } from './check.ts';

/** The operation of a check; all of them have one shape. */
export const operationOf = (check: string): typeof healthcheckBacklog =>
  Object.values<Operation>(OPERATIONS).find(
    ({ path }) => path === `/healthchecks/${check}`,
  ) as typeof healthcheckBacklog;

const checked =
  (id: HealthcheckId) =>
  async ({ caller, database, body }: Pick<Call<typeof healthcheckBacklog>, 'caller' | 'database' | 'body'>) =>
    checkHealth(database, requiredOrganization(caller, body.slug), CHECKS.find((check) => check.id === id)!);

export const healthcheckOperations = implement({
  healthchecksList: async ({ caller, database, body }) => {
    const { id: organizationId, name } = requiredOrganization(caller, body.slug);
    const inactive = await inactiveServices(database, organizationId);
    return {
      checks: CHECKS.map(({ id }) => {
        const { service }: Operation = operationOf(id);
        return service !== undefined && inactive.includes(service)
          ? { id, implemented: false, notImplementedReason: inEnglish(serviceIsOff(service, name)) }
          : { id, implemented: true };
      }),
    };
  },

  healthcheckSilentConfigs: checked('detections/silent-configs'),
  healthcheckBacklog: checked('reviewing/backlog'),
  healthcheckOldProposals: checked('reviewing/old-proposals'),
  healthcheckTodoVolume: checked('takedowns/todo-volume'),
  healthcheckInProgressVolume: checked('takedowns/in-progress-volume'),
  healthcheckStaleInProgress: checked('takedowns/stale-in-progress'),
  healthcheckCancelledCount: checked('takedowns/cancelled-count'),
  healthcheckAutomationOff: checked('takedowns/automation-off'),
  healthcheckDeadAssetSpike: checked('assets/dead-asset-spike'),
  healthcheckMissingContactUrl: checked('organization/missing-contact-url'),
});
