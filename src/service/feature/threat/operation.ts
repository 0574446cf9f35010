import { requiredOrganization } from '../../http/access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { takedownPage } from './takedown-list.ts';
import { threatPage } from './threat.ts';

export const threatOperations = implement({
  threatsList: async ({ caller, database, service, body: { slug, ...order } }) =>
    threatPage(database, service.cursors, requiredOrganization(caller, slug).id, order),

  takedownsList: async ({ caller, database, service, body: { slug, ...order } }) =>
    takedownPage(database, service.cursors, requiredOrganization(caller, slug).id, order),
});
