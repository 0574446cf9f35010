import { actingOrganization } from '../../http/access/reach.ts';
import { Failure } from '../../http/failure.ts';
import { implement } from '../../http/implementation.ts';
import { configureWebhook as configure, MAX_WEBHOOKS, webhookUrlProblem } from './registration.ts';

export const webhookOperations = implement({
  webhookConfig: async ({ caller, database, service, body }) => {
    const organization = actingOrganization(caller, body.slug);
    if (!organization)
      throw new Failure('BAD_REQUEST', 'slug: is needed, because the key reaches several organizations');
    const problem = webhookUrlProblem(body.url, service.outbound);
    if (problem !== null) throw new Failure('BAD_REQUEST', `url: ${problem}`);
    const webhook = await database.transaction((transaction) => configure(transaction, organization.id, body));
    if (!webhook)
      throw new Failure('CONFLICT', `url: the organization has ${MAX_WEBHOOKS} webhooks, which is all it may`);
    return webhook;
  },
});
