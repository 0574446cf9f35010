import { requiredOrganization } from '../../http/access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { queuesOf } from './sla.ts';

export const reviewOperations = implement({
  queuesSnapshot: async ({ caller, database, body: { slug, windowHours } }) => {
    const reached = slug === undefined ? caller.organizations : [requiredOrganization(caller, slug)];
    return queuesOf(
      database,
      reached.map(({ id }) => id),
      windowHours,
    );
  },
});
