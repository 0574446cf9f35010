import * as z from 'zod/mini';
import { slug } from '../field.ts';
import { operation } from '../operation.ts';
import { PENDING_SERVICES, pendingServiceApproval } from './organization.ts';

/**
 * Asks the operator to turn a service on. The request is in `pendingServiceApprovals` of the organization until it is
 * decided. `automated` requests takedowns that are filed automatically; no other service can be automated.
 */
export const serviceRequest = operation({
  id: 'serviceRequest',
  group: 'Account',
  summary: 'Ask for a service of an organization to be turned on',
  method: 'POST',
  path: '/organization/services/request',
  access: 'manage',
  body: z.object({ slug, service: z.enum(PENDING_SERVICES), automated: z._default(z.boolean(), false) }).check(
    z.refine(({ service, automated }) => !automated || service === 'takedowns', {
      path: ['automated'],
      params: { code: 'notAutomated' },
    }),
  ),
  response: z.object({ pendingServiceApprovals: z.array(pendingServiceApproval) }),
  errors: [409],
});
