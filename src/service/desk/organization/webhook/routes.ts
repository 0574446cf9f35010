import { html } from 'hono/html';
import { webhookConfig } from '../../../../api/organization/webhook.ts';
import { listDeliveries } from '../../../feature/webhook/queue.ts';
import { listWebhooks, removeWebhook } from '../../../feature/webhook/registration.ts';
import { Failure } from '../../../http/failure.ts';
import { announceTest } from '../../../outbound/announcement.ts';
import { entered } from '../../../portal/page/field.ts';
import type { Answer, Gate } from '../../gate.ts';
import { numberIn } from '../../number.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../access/visit.ts';
import { confirmationPage, isConfirmed } from '../frame/confirmation.ts';
import { problemsOf } from '../frame/problem.ts';
import { type Webhook, type WebhookState, webhookPage, webhooksPage } from './webhooks-page.ts';

const ONE = '/webhooks/:webhook{[1-9]\\d*}';
const SHOWN_DELIVERIES = 20;

/** The webhooks of an organization: set up, tested, removed. */
export function webhookRoutes(gate: Gate): void {
  organizationGet(gate, '/webhooks', (visit) =>
    show(visit, {
      done:
        visit.context.req.query('done') === 'removed' ? visit.frame.words.t('desk.organization.webhook.removed') : null,
    }),
  );

  organizationGet(gate, ONE, async (visit) => {
    const webhook = await webhookOf(visit);
    const deliveries = await listDeliveries(visit.database, webhook.id, SHOWN_DELIVERIES);
    const isTested = visit.context.req.query('done') === 'tested';
    const done = isTested ? visit.frame.words.t('desk.organization.webhook.onItsWay') : null;
    return { page: webhookPage(visit, webhook, deliveries, { done }) };
  });

  organizationPost(gate, '/webhooks', 'admin', async (visit, form) => {
    const [url, events] = [entered(form, 'url'), form.getAll('events')];
    try {
      // What is none of the events is refused by the schema of the operation.
      const body = { slug: visit.organization.slug, url, events: events as never[] };
      const { secret } = await visit.call(webhookConfig, { body });
      return await show(visit, { secret });
    } catch (error) {
      return show(visit, { url, events, fieldProblems: problemsOf(error, ['url']) });
    }
  });

  organizationPost(gate, `${ONE}/test`, 'admin', async (visit) => {
    const { id } = await webhookOf(visit);
    await visit.database.transaction(async (transaction) => {
      const delivery = await announceTest(transaction, id);
      await visit.record(transaction, 'deskWebhookTest', { slug: visit.organization.slug, webhookId: id, delivery });
    });
    return { to: `${visit.root}/webhooks/${id}?done=tested` };
  });

  organizationPost(gate, `${ONE}/remove`, 'admin', async (visit, form) => {
    const { id, url } = await webhookOf(visit);
    if (!isConfirmed(form)) {
      const { words } = visit.frame;
      const text = words.t('desk.organization.webhook.removeText', { address: html`<bdi>${url}</bdi>` });
      const title = words.t('desk.organization.webhook.removeTitle');
      const back = `${visit.root}/webhooks/${id}`;
      const asked = { title, text, button: words.t('desk.organization.webhook.remove'), back };
      return { page: confirmationPage(visit, '/webhooks', form, asked) };
    }
    await visit.database.transaction(async (transaction) => {
      await removeWebhook(transaction, id);
      await visit.record(transaction, 'deskWebhookRemove', { slug: visit.organization.slug, webhookId: id });
    });
    return { to: `${visit.root}/webhooks?done=removed` };
  });
}

const webhooksOf = ({ database, organization }: OrganizationVisit) => listWebhooks(database, organization.id);

async function webhookOf(visit: OrganizationVisit): Promise<Webhook> {
  const id = numberIn(visit.context.req.param('webhook'));
  const webhook = (await webhooksOf(visit)).find((one) => one.id === id);
  if (!webhook) throw new Failure('NOT_FOUND', { issues: ['There is no such webhook'] });
  return webhook;
}

const show = async (visit: OrganizationVisit, state: WebhookState): Promise<Answer> => ({
  page: webhooksPage(visit, await webhooksOf(visit), state),
  status: state.fieldProblems === undefined ? 200 : 422,
});
