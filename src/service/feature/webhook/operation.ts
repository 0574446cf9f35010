import { issue } from '../../database/refused.ts';
import { requiredOrganization } from '../../http/access/reach.ts';
import { Failure } from '../../http/failure.ts';
import { implement } from '../../http/implementation.ts';
import { configureWebhook as configure, MAX_WEBHOOKS, webhookUrlProblem } from './registration.ts';

export const webhookOperations = implement({
  webhookConfig: async ({ caller, database, service, body }) => {
    const organization = requiredOrganization(caller, body.slug);
    const problem = webhookUrlProblem(body.url, service.outbound);
    if (problem !== null) throw new Failure('BAD_REQUEST', { ...issue(problem), path: 'url' });
    const webhook = await database.transaction((transaction) => configure(transaction, organization.id, body));
    if (!webhook) throw new Failure('CONFLICT', issue('webhooksFull', { most: MAX_WEBHOOKS }, 'url'));
    return webhook;
  },
});
