import { html, raw } from 'hono/html';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../../api/organization/webhook.ts';
import type { listDeliveries } from '../../../feature/webhook/queue.ts';
import type { listWebhooks } from '../../../feature/webhook/registration.ts';
import { field } from '../../../portal/page/field.ts';
import { badges } from '../../badge.ts';
import { agoText } from '../../language/moment.ts';
import { type Frame, type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { emptyCard, organizationPage, type PageState } from '../frame/organization-page.ts';
import type { Problems } from '../frame/problem.ts';

export type Webhook = Awaited<ReturnType<typeof listWebhooks>>[number];
type Delivery = Awaited<ReturnType<typeof listDeliveries>>[number];

export type WebhookState = PageState & {
  readonly url?: string;
  readonly events?: readonly string[];
  readonly fieldProblems?: Problems;
  /** Of a webhook that was just set up. */
  readonly secret?: string;
};

const EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  'asset.status-updated': 'Something was blocked, or is blocked no more',
  'asset.status-escalated': 'A reviewer asks you to decide',
  'organization.threat-detection-added': 'A new threat aims at you',
  'debug.test': 'A test',
};

/** The webhooks of an organization. */
export function webhooksPage(visit: OrganizationVisit, webhooks: readonly Webhook[], state: WebhookState): Html {
  const { secret, fieldProblems = {}, ...rest } = state;
  const isManager = mayManage(visit.frame.person);
  return organizationPage(
    visit,
    '/webhooks',
    {
      ...rest,
      problems: [...(rest.problems ?? []), ...(fieldProblems.general ?? [])],
      title: 'Webhooks',
      lead: 'Where your programs are told of what happens, signed and repeated until it is taken.',
    },
    html`${
      secret === undefined
        ? ''
        : html`<section class="notice ok" role="status"><h2>The webhook is set up</h2>
<p>Its secret signs every delivery. Keep it now: it is shown this once.</p><p><code class="mono">${secret}</code></p></section>`
    }
${
  webhooks.length === 0
    ? emptyCard('No webhook is set up.', isManager ? '' : 'An admin sets one up.')
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
${badges(events.length === 0 ? [{ text: 'paused' }] : events.map((event) => ({ text: event })))}</li>`;

function webhookForm({ frame, root }: OrganizationVisit, state: WebhookState): Html {
  const { url = '', events = ['asset.status-updated'], fieldProblems = {} } = state;
  return html`<section><h2>Set one up</h2><form class="card" method="post" action="${root}/webhooks">${token(frame)}
${field(
  {
    name: 'url',
    label: 'Address',
    hint: 'Begins with https://. The address of a webhook that is there changes its events, and gives it a new secret.',
    kind: 'text',
    required: true,
    maxLength: 2_048,
  },
  url,
  fieldProblems.url ?? [],
)}
<fieldset><legend>What it is told of</legend>${WEBHOOK_EVENTS.map(
    (event) =>
      html`<label class="option"><input type="checkbox" name="events" value="${event}"${raw(
        events.includes(event) ? ' checked' : '',
      )}><span>${EVENT_WORDS[event]} <span class="small quiet mono">${event}</span></span></label>`,
  )}<p class="small quiet">None of them pauses it.</p></fieldset>
<button type="submit">Set it up</button></form></section>`;
}

/** One webhook: what became of its deliveries, a test, and its end. */
export function webhookPage(
  visit: OrganizationVisit,
  { id, url, events }: Webhook,
  deliveries: readonly Delivery[],
  state: PageState,
): Html {
  const { frame, root } = visit;
  const path = `${root}/webhooks/${id}`;
  return organizationPage(
    visit,
    '/webhooks',
    { ...state, title: shownUrl(visit, url), lead: events.length === 0 ? 'Paused.' : events.join(', ') },
    html`${
      mayManage(frame.person)
        ? html`<div class="buttons"><form class="inline" method="post" action="${path}/test">${token(frame)}<button class="plain" type="submit">Send a test</button></form>
<form class="inline" method="post" action="${path}/remove">${token(frame)}<button class="plain" type="submit">Remove it</button></form></div>`
        : ''
    }
<section><h2>Last deliveries</h2>${
      deliveries.length === 0
        ? emptyCard('Nothing was sent yet.', 'A test says whether it works.')
        : html`<ol class="rows">${deliveries.map((delivery) => deliveryRow(frame, delivery))}</ol>`
    }</section>
<p><a href="${root}/webhooks">All webhooks</a></p>`,
  );
}

const DELIVERY_WORDS = {
  PENDING: { text: 'waits' },
  DELIVERED: { text: 'delivered', tone: 'ok' },
  FAILED: { text: 'failed', tone: 'danger' },
} as const;

const deliveryRow = (frame: Frame, { id, type, status, createdAt, log }: Delivery): Html =>
  html`<li><div class="row-head"><h3>${type}</h3><span class="small quiet">Delivery ${id} · ${agoText(frame, createdAt)}</span></div>
${badges([DELIVERY_WORDS[status]])}
${log.length === 0 ? '' : html`<ul>${log.map(({ attemptedAt, status: answer, problem, milliseconds }) => html`<li class="small">${agoText(frame, attemptedAt)}: ${answer === null ? (problem ?? 'no answer') : `answered ${answer}`}, ${milliseconds} ms</li>`)}</ul>`}</li>`;
