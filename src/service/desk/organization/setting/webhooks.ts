import { html } from 'hono/html';
import { WEBHOOK_EVENTS, type WebhookEvent, webhookConfig } from '../../../../api/organization/webhook.ts';
import { issue } from '../../../database/refused.ts';
import { listDeliveries } from '../../../feature/webhook/delivery-log.ts';
import { listWebhooks, removeWebhook } from '../../../feature/webhook/registration.ts';
import { Failure } from '../../../http/failure.ts';
import { announceTest } from '../../../jobs/announcement.ts';
import type { TextKey } from '../../../languages.ts';
import { buttonForm, type FormFields, linesOf } from '../../../page/form.ts';
import { apartList, rowItem, rowList } from '../../../page/list.ts';
import type { Html } from '../../../page/words.ts';
import { requireVersion, versionField } from '../../form.ts';
import { type Answer, type Gate, numberIn } from '../../gate.ts';
import type { PageState } from '../../page.ts';
import { mayManage } from '../../person.ts';
import { agoText } from '../../words.ts';
import { doneText, endRoute, formCard, formRoute, lockOrganization, say } from '../kit.ts';
import { organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../visit.ts';
import { shownOnce } from './keys.ts';

const ONE = '/webhooks/:webhook{[1-9]\\d*}';
const MAX_SHOWN_DELIVERIES = 20;

const EVENT_WORDS: Readonly<Record<WebhookEvent, TextKey>> = {
  'asset.status-updated': 'desk.organization.webhook.event.status',
  'asset.status-escalated': 'desk.organization.webhook.event.escalated',
  'organization.threat-detection-added': 'desk.organization.webhook.event.threat',
  'debug.test': 'desk.organization.webhook.event.test',
};
const FIELDS: FormFields = {
  url: {
    ...{ kind: 'text', label: 'desk.organization.webhook.address', required: true, maxLength: 2_048 },
    hint: 'desk.organization.webhook.addressHint',
  },
  events: {
    ...{ kind: 'boxes', label: 'desk.organization.webhook.events', hint: 'desk.organization.webhook.nonePauses' },
    options: (words) =>
      WEBHOOK_EVENTS.map((value) => ({
        value,
        label: html`${words.t(EVENT_WORDS[value])} <span class="small quiet mono">${value}</span>`,
      })),
  },
};

/** The webhooks of an organization: set up, tested, removed. */
export function webhookRoutes(gate: Gate): void {
  organizationGet(gate, '/webhooks', (visit) => show(visit, { done: doneText(visit, { removed: 'webhook.removed' }) }));
  organizationGet(gate, ONE, showOne);
  formRoute(
    gate,
    '/webhooks',
    FIELDS,
    async (visit, { url = '', events = '' }, form) => {
      // The operation's schema refuses unknown events.
      const fields = { url, events: linesOf(events) as never[] };
      const { secret } = await visit.ask(webhookConfig, fields, undefined, async (transaction) => {
        await lockOrganization(transaction, visit);
        const webhooks = await listWebhooks(transaction, visit.organization.id);
        const stored = webhooks.find((one) => one.url === new URL(url).href);
        if (stored) requireVersion(form, webhooks, { events }, { events: stored.events.join('\n') });
      });
      return show(visit, {}, shownOnce(say(visit, 'webhook.isSet'), say(visit, 'webhook.secret'), secret));
    },
    show,
  );
  organizationPost(gate, `${ONE}/test`, 'admin', async (visit) => {
    const { id } = await webhookOf(visit);
    await visit.database.transaction(async (transaction) => {
      const delivery = await announceTest(transaction, id);
      await visit.record(transaction, 'deskWebhookTest', { webhookId: id, delivery });
    });
    return { to: `${visit.root}/webhooks/${id}?done=tested` };
  });
  endRoute(
    gate,
    `${ONE}/remove`,
    '/webhooks',
    'webhook.remove',
    async (visit) => {
      const { id, url } = await webhookOf(visit);
      return { id, back: `/webhooks/${id}`, blanks: { address: html`<bdi>${url}</bdi>` } };
    },
    (visit, { id }) =>
      visit.database.transaction(async (transaction) => {
        await removeWebhook(transaction, id);
        await visit.record(transaction, 'deskWebhookRemove', { webhookId: id });
      }),
    '/webhooks?done=removed',
  );
}

async function webhookOf({ database, organization, context }: OrganizationVisit): Promise<Webhook> {
  const id = numberIn(context.req.param('webhook'));
  const webhook = (await listWebhooks(database, organization.id)).find((one) => one.id === id);
  if (!webhook) throw new Failure('NOT_FOUND', issue('atDesk.noWebhook'));
  return webhook;
}

type Webhook = Awaited<ReturnType<typeof listWebhooks>>[number];
type Delivery = Awaited<ReturnType<typeof listDeliveries>>[number];

/** The address of a webhook as this person may see it: its path may hold a secret of the receiver. */
const shownUrl = ({ person }: OrganizationVisit, url: string): string => (mayManage(person) ? url : new URL(url).host);

async function show(visit: OrganizationVisit, state: PageState, made: Html | string = ''): Promise<Answer> {
  const webhooks = await listWebhooks(visit.database, visit.organization.id);
  const isManager = mayManage(visit.person);
  const entered = state.entered ?? { events: 'asset.status-updated' };
  const rows = webhooks.map(({ id, url, events }) =>
    rowItem({
      ...{ title: html`<span class="mono">${shownUrl(visit, url)}</span>`, href: `${visit.root}/webhooks/${id}` },
      badges: events.length === 0 ? [{ text: say(visit, 'webhook.paused') }] : events.map((event) => ({ text: event })),
    }),
  );
  const content = html`${made}
${rowList(rows, say(visit, 'webhook.none'), isManager ? '' : say(visit, 'webhook.adminSets'))}
${isManager ? formCard(visit, '/webhooks', FIELDS, { ...state, entered }, { title: 'webhook.new', button: 'webhook.set', more: versionField(webhooks) }) : ''}`;
  return { page: organizationPage(visit, '/webhooks', { ...state, lead: say(visit, 'webhook.lead') }, content) };
}

async function showOne(visit: OrganizationVisit): Promise<Answer> {
  const { root } = visit;
  const { id, url, events } = await webhookOf(visit);
  const deliveries = await listDeliveries(visit.database, id, MAX_SHOWN_DELIVERIES);
  const path = `${root}/webhooks/${id}`;
  const content = html`${
    mayManage(visit.person)
      ? html`<div class="buttons">${buttonForm(`${path}/test`, say(visit, 'webhook.test'))}
${buttonForm(`${path}/remove`, say(visit, 'webhook.remove'))}</div>`
      : ''
  }
<section><h2>${say(visit, 'webhook.last')}</h2>${rowList(
    deliveries.map((delivery) => deliveryRow(visit, delivery)),
    say(visit, 'webhook.nothingSent'),
    say(visit, 'webhook.nothingHint'),
  )}</section>
<p><a href="${root}/webhooks">${say(visit, 'webhook.all')}</a></p>`;
  const heading = {
    done: doneText(visit, { tested: 'webhook.onItsWay' }),
    title: shownUrl(visit, url),
    lead: events.length === 0 ? say(visit, 'webhook.isPaused') : apartList(visit.frame.words, events),
  };
  return { page: organizationPage(visit, '/webhooks', heading, content) };
}

const TONES = { PENDING: undefined, DELIVERED: 'ok', FAILED: 'danger' } as const;

function deliveryRow(visit: OrganizationVisit, { id, type, status, createdAt, attempts }: Delivery): Html {
  const items = attempts.map(({ at, status: answer, problem, milliseconds }) => {
    const outcome =
      answer !== null
        ? say(visit, 'webhook.answered', { status: String(answer) })
        : problem === null
          ? say(visit, 'webhook.noAnswer')
          : html`<bdi lang="en">${problem}</bdi>`;
    return html`<li class="small">${agoText(visit.frame, new Date(at))}: ${outcome} · <bdi>${milliseconds} ms</bdi></li>`;
  });
  return rowItem(
    {
      title: type,
      aside: [say(visit, 'webhook.delivery', { number: String(id) }), agoText(visit.frame, createdAt)],
      badges: [{ text: say(visit, `webhook.${status}`), tone: TONES[status] }],
      lines: [items.length === 0 ? null : html`<ul>${items}</ul>`],
    },
    3,
  );
}
