import { requiredOrganization } from '../../http/access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { readBrands } from './brand/brand.ts';
import { requestService } from './service/approval.ts';

export const organizationOperations = implement({
  organizationBrands: async ({ caller, database, query }) => ({
    brands: await readBrands(database, requiredOrganization(caller, query.slug).id),
  }),

  serviceRequest: async ({ caller, database, body }) => {
    const { slug, service, automated } = body;
    const { id: organizationId } = requiredOrganization(caller, slug);
    return { pendingServiceApprovals: await requestService(database, organizationId, { service, automated }) };
  },
});
