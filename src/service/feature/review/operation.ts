import { queuesSnapshot } from '../../../api/organization/queue.ts';
import { requiredOrganization } from '../../access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { queuesOf } from '../../jobs/sla.ts';

export const snapshotQueues = implement(queuesSnapshot, async ({ caller, database, body: { slug, windowHours } }) => {
  const reached = slug === undefined ? caller.organizations : [requiredOrganization(caller, slug)];
  return queuesOf(
    database,
    reached.map(({ id }) => id),
    windowHours,
  );
});
