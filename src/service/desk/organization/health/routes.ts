import { OPERATIONS } from '../../../../api/catalogue.ts';
import type { Operation } from '../../../../api/operation.ts';
import { type healthcheckBacklog, healthchecksList } from '../../../../api/organization/healthcheck.ts';
import { queuesSnapshot } from '../../../../api/organization/queue.ts';
import type { Gate } from '../../gate.ts';
import { numberIn } from '../../number.ts';
import { organizationGet } from '../access/visit.ts';
import { type Checked, healthPage } from './health-page.ts';
import { queuePage } from './queue-page.ts';

const DEFAULT_HOURS = 4;

/** What waits at an organization, and whether all is well there. */
export function healthRoutes(gate: Gate): void {
  organizationGet(gate, '/queue', async (visit) => {
    const { slug } = visit.organization;
    const windowHours = numberIn(visit.context.req.query('hours')) ?? DEFAULT_HOURS;
    return { page: queuePage(visit, await visit.call(queuesSnapshot, { body: { slug, windowHours } }), windowHours) };
  });

  organizationGet(gate, '/health', async (visit) => {
    const { slug } = visit.organization;
    const { checks } = await visit.call(healthchecksList, { body: { slug } });
    const all: Checked[] = [];
    for (const { id, implemented, notImplementedReason = 'There is no such check here' } of checks)
      all.push(
        implemented
          ? { id, result: await visit.call(operationOf(id), { body: { slug } }) }
          : { id, reason: notImplementedReason },
      );
    return { page: healthPage(visit, all) };
  });
}

/** The operation of a check; all of them have one shape. */
const operationOf = (check: string): typeof healthcheckBacklog =>
  Object.values<Operation>(OPERATIONS).find(
    ({ path }) => path === `/healthchecks/${check}`,
  ) as typeof healthcheckBacklog;
