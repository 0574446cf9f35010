import { html, raw } from 'hono/html';
import { WEBHOOK_EVENTS, type WebhookEvent, webhookConfig } from '../../../../api/organization/webhook.ts';
import type { TextKey } from '../../../../language/catalogue.ts';
import { listDeliveries } from '../../../feature/webhook/delivery-log.ts';
import { listWebhooks, removeWebhook } from '../../../feature/webhook/registration.ts';
import { Failure } from '../../../http/failure.ts';
import { announceTest } from '../../../jobs/announcement.ts';
import { entered, field, reasonOf } from '../../../portal/page/field.ts';
import { type Answer, type Gate, numberIn } from '../../gate.ts';
import { apartList, badges, type Frame, type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import { agoText } from '../../words.ts';
import { askedFirst, doneText, emptyCard, organizationPage, type PageState, problemsOf } from '../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../visit.ts';

const ONE = '/webhooks/:webhook{[1-9]\\d*}';
const MAX_SHOWN_DELIVERIES = 20;

/** The webhooks of an organization: set up, tested, removed. */
export function webhookRoutes(gate: Gate): void {
  organizationGet(gate, '/webhooks', (visit) =>
    show(visit, { done: doneText(visit, { removed: 'desk.organization.webhook.removed' }) }),
  );

  organizationGet(gate, ONE, async (visit) => {
    const webhook = await webhookOf(visit);
    const deliveries = await listDeliveries(visit.database, webhook.id, MAX_SHOWN_DELIVERIES);
    const done = doneText(visit, { tested: 'desk.organization.webhook.onItsWay' });
    return { page: webhookPage(visit, webhook, deliveries, { done }) };
  });

  organizationPost(gate, '/webhooks', 'admin', async (visit, form) => {
    const [url, events] = [entered(form, 'url'), form.getAll('events')];
    try {
      // The operation's schema refuses unknown events.
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
    const blanks = { address: html`<bdi>${url}</bdi>`, back: `${visit.root}/webhooks/${id}` };
    const asked = askedFirst(visit, '/webhooks', form, 'desk.organization.webhook.remove', blanks);
    if (asked) return asked;
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
  if (!webhook) throw new Failure('NOT_FOUND', 'There is no such webhook');
  return webhook;
}

const show = async (visit: OrganizationVisit, state: WebhookState): Promise<Answer> => ({
  page: webhooksPage(visit, await webhooksOf(visit), state),
  status: state.fieldProblems === undefined ? 200 : 422,
});

type Webhook = Awaited<ReturnType<typeof listWebhooks>>[number];
type Delivery = Awaited<ReturnType<typeof listDeliveries>>[number];

type WebhookState = PageState & {
  readonly url?: string;
  readonly events?: readonly string[];
  /** Of a webhook that was just set up. */
  readonly secret?: string;
};

const EVENT_WORDS: Readonly<Record<WebhookEvent, TextKey>> = {
  'asset.status-updated': 'desk.organization.webhook.event.status',
  'asset.status-escalated': 'desk.organization.webhook.event.escalated',
  'organization.threat-detection-added': 'desk.organization.webhook.event.threat',
  'debug.test': 'desk.organization.webhook.event.test',
};

/** The webhooks of an organization. */
function webhooksPage(visit: OrganizationVisit, webhooks: readonly Webhook[], state: WebhookState): Html {
  const { secret } = state;
  const { words } = visit.frame;
  const isManager = mayManage(visit.frame.person);
  return organizationPage(
    visit,
    '/webhooks',
    { ...state, lead: words.t('desk.organization.webhook.lead') },
    html`${
      secret === undefined
        ? ''
        : html`<section class="notice ok" role="status"><h2>${words.t('desk.organization.webhook.isSet')}</h2>
<p>${words.t('desk.organization.webhook.secret')}</p><p><code class="mono">${secret}</code></p></section>`
    }
${
  webhooks.length === 0
    ? emptyCard(
        words.t('desk.organization.webhook.none'),
        isManager ? '' : words.t('desk.organization.webhook.adminSets'),
      )
    : html`<ol class="rows">${webhooks.map((webhook) => row(visit, webhook))}</ol>`
}
${isManager ? webhookForm(visit, state) : ''}`,
  );
}

/** The address of a webhook as this person may see it: its path may hold a secret of the receiver. */
const shownUrl = ({ frame }: OrganizationVisit, url: string): string =>
  mayManage(frame.person) ? url : new URL(url).host;

const row = (visit: OrganizationVisit, { id, url, events }: Webhook): Html =>
  html`<li><h2><a class="mono" href="${visit.root}/webhooks/${id}">${shownUrl(visit, url)}</a></h2>
${badges(events.length === 0 ? [{ text: visit.frame.words.t('desk.organization.webhook.paused') }] : events.map((event) => ({ text: event })))}</li>`;

function webhookForm({ frame, root }: OrganizationVisit, state: WebhookState): Html {
  const { words } = frame;
  const { url = '', events = ['asset.status-updated'], fieldProblems = {} } = state;
  return html`<section><h2>${words.t('desk.organization.webhook.new')}</h2><form class="card" method="post" action="${root}/webhooks">${token(frame)}
${field(
  {
    name: 'url',
    label: words.t('desk.organization.webhook.address'),
    hint: words.t('desk.organization.webhook.addressHint'),
    kind: 'text',
    required: true,
    maxLength: 2_048,
  },
  url,
  fieldProblems.url,
)}
<fieldset><legend>${words.t('desk.organization.webhook.told')}</legend>${WEBHOOK_EVENTS.map(
    (event) =>
      html`<label class="option"><input type="checkbox" name="events" value="${event}"${raw(
        events.includes(event) ? ' checked' : '',
      )}><span>${words.t(EVENT_WORDS[event])} <span class="small quiet mono">${event}</span></span></label>`,
  )}<p class="small quiet">${words.t('desk.organization.webhook.nonePauses')}</p></fieldset>
<button type="submit">${words.t('desk.organization.webhook.set')}</button></form></section>`;
}

/** One webhook: what became of its deliveries, a test, and its end. */
function webhookPage(
  visit: OrganizationVisit,
  { id, url, events }: Webhook,
  deliveries: readonly Delivery[],
  state: PageState,
): Html {
  const { frame, root } = visit;
  const { words } = frame;
  const path = `${root}/webhooks/${id}`;
  return organizationPage(
    visit,
    '/webhooks',
    {
      ...state,
      title: shownUrl(visit, url),
      lead: events.length === 0 ? words.t('desk.organization.webhook.isPaused') : apartList(words, events),
    },
    html`${
      mayManage(frame.person)
        ? html`<div class="buttons"><form class="inline" method="post" action="${path}/test">${token(frame)}<button class="plain" type="submit">${words.t('desk.organization.webhook.test')}</button></form>
<form class="inline" method="post" action="${path}/remove">${token(frame)}<button class="plain" type="submit">${words.t('desk.organization.webhook.remove')}</button></form></div>`
        : ''
    }
<section><h2>${words.t('desk.organization.webhook.last')}</h2>${
      deliveries.length === 0
        ? emptyCard(words.t('desk.organization.webhook.nothingSent'), words.t('desk.organization.webhook.nothingHint'))
        : html`<ol class="rows">${deliveries.map((delivery) => deliveryRow(frame, delivery))}</ol>`
    }</section>
<p><a href="${root}/webhooks">${words.t('desk.organization.webhook.all')}</a></p>`,
  );
}

const DELIVERY_LOOKS = {
  PENDING: {},
  DELIVERED: { tone: 'ok' },
  FAILED: { tone: 'danger' },
} as const;

const deliveryRow = (frame: Frame, { id, type, status, createdAt, log }: Delivery): Html =>
  html`<li><div class="row-head"><h3>${type}</h3><span class="small quiet">${frame.words.t('desk.organization.webhook.delivery', { number: String(id) })} · ${agoText(frame, createdAt)}</span></div>
${badges([{ text: frame.words.t(`desk.organization.webhook.${status}`), ...DELIVERY_LOOKS[status] }])}
${log.length === 0 ? '' : html`<ul>${log.map(({ attemptedAt, status: answer, problem, milliseconds }) => html`<li class="small">${agoText(frame, attemptedAt)}: ${answer === null ? (problem === null ? frame.words.t('desk.organization.webhook.noAnswer') : reasonOf(problem)) : frame.words.t('desk.organization.webhook.answered', { status: String(answer) })} · <bdi>${milliseconds} ms</bdi></li>`)}</ul>`}</li>`;
