import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import { LIVENESS_STATUSES, TAKEDOWN_STATUSES, type takedownsList } from '../../../../api/threat/takedown.ts';
import { type Badge, badges } from '../../badge.ts';
import { agoText } from '../../language/moment.ts';
import type { Html } from '../../page.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { addressed, pager } from '../form/address.ts';
import { ASSET_TYPE_FILTER, type Filter, filterForm, options } from '../form/filter-form.ts';
import { emptyCard, organizationPage } from '../frame/organization-page.ts';
import { contentText, typeWord, word } from '../word.ts';

type Found = ResponseOf<typeof takedownsList>;

const LIVENESS_WORDS = { LIVE: 'still answers', DEAD: 'answers no more', UNKNOWN: 'not looked at yet' } as const;
const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'query', label: 'Part of the address', maxLength: 255 },
  { kind: 'days' },
  {
    kind: 'one',
    name: 'order',
    label: 'Order',
    options: [
      { value: 'createdAt.desc', label: 'Newest first' },
      { value: 'createdAt.asc', label: 'Oldest first' },
      { value: 'updatedAt.desc', label: 'Changed last first' },
      { value: 'updatedAt.asc', label: 'Changed longest ago first' },
      { value: 'status.asc', label: 'By status' },
    ],
  },
  { kind: 'several', name: 'takedownStatus', label: 'Status', options: options(TAKEDOWN_STATUSES) },
  {
    kind: 'several',
    name: 'livenessStatus',
    label: 'The site or account',
    options: LIVENESS_STATUSES.map((value) => ({ value, label: LIVENESS_WORDS[value] })),
  },
  ASSET_TYPE_FILTER,
];

/** The takedowns of an organization. */
export function takedownsPage(visit: OrganizationVisit, { takedowns, next_page }: Found): Html {
  const address = addressed(visit);
  const path = `${visit.root}/takedowns`;
  const { automated } = visit.organization.services.takedowns;
  return organizationPage(
    visit,
    '/takedowns',
    {
      title: 'Takedowns',
      lead: automated
        ? 'Filed by themselves for everything that a review blocks for you.'
        : 'Filed by those who work for you. Automated takedowns can be asked for on the overview.',
    },
    html`${filterForm(path, FILTERS, address)}
${
  takedowns.length > 0
    ? html`<ol class="rows">${takedowns.map((takedown) => row(visit, takedown))}</ol>`
    : address.size > 0
      ? emptyCard('No takedown meets these filters.', html`<a href="${path}">Show all takedowns</a>`)
      : emptyCard('No takedown has been filed.', 'They begin with what is blocked for you: see the threats.')
}${pager(visit, 'next_page', next_page)}`,
  );
}

function row(
  { frame }: OrganizationVisit,
  { id, status, createdAt, updatedAt, asset, assignee, brand }: Found['takedowns'][number],
): Html {
  const facts = [`Takedown ${id}`, ...(brand ? [brand.name] : []), ...(assignee === null ? [] : [assignee])];
  const [created, updated] = [new Date(createdAt), new Date(updatedAt)];
  const isOpen = status === 'TODO' || status === 'IN_PROGRESS' || status === 'PENDING_INPUT';
  const all: Badge[] = [
    {
      text: word(status).toLowerCase(),
      ...(status === 'COMPLETED'
        ? { tone: 'ok' as const }
        : status === 'PENDING_INPUT'
          ? { tone: 'danger' as const }
          : {}),
    },
    { text: LIVENESS_WORDS[asset.livenessStatus as keyof typeof LIVENESS_WORDS] ?? 'unknown' },
    ...(asset.status === 'BLOCKED' ? [{ text: 'blocked' }] : []),
  ];
  return html`<li><div class="row-head"><h2 class="mono">${contentText(asset)}</h2>
<span class="small quiet">${facts.join(' · ')}</span></div>
<p class="small quiet">${typeWord(asset.type)} · filed ${agoText(frame, created)}, ${isOpen ? 'last changed' : 'ended'} ${agoText(frame, updated)}</p>
${badges(all)}</li>`;
}
