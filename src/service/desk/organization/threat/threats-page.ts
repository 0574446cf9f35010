import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import type { threatsList } from '../../../../api/threat/threat.ts';
import { agoText } from '../../language/moment.ts';
import type { Html } from '../../page.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { addressed, pager } from '../form/address.ts';
import { ASSET_TYPE_FILTER, type Filter, filterForm } from '../form/filter-form.ts';
import { emptyCard, organizationPage } from '../frame/organization-page.ts';
import { contentText, typeWord } from '../word.ts';

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'query', label: 'Part of the address', maxLength: 255 },
  { kind: 'days' },
  {
    kind: 'one',
    name: 'direction',
    label: 'Order',
    options: [
      { value: 'desc', label: 'Newest first' },
      { value: 'asc', label: 'Oldest first' },
    ],
  },
  ASSET_TYPE_FILTER,
];

/** What is blocked and threatens the organization. */
export function threatsPage(visit: OrganizationVisit, { threats, next_page }: ResponseOf<typeof threatsList>): Html {
  const address = addressed(visit);
  const path = `${visit.root}/threats`;
  return organizationPage(
    visit,
    '/threats',
    { title: 'Threats', lead: 'What is blocked for everybody and aims at your people or your name.' },
    html`${filterForm(path, FILTERS, address)}
${
  threats.length > 0
    ? html`<ol class="rows">${threats.map(
        ({
          content,
          type,
          blockedAt,
        }) => html`<li><div class="row-head"><h2 class="mono">${contentText({ type, content })}</h2>
<span class="small quiet">${typeWord(type)} · blocked ${agoText(visit.frame, new Date(blockedAt))}</span></div></li>`,
      )}</ol>`
    : address.size > 0
      ? emptyCard('No threat meets these filters.', html`<a href="${path}">Show all threats</a>`)
      : emptyCard('No threat is known.', 'What a review or detection blocks for you appears here.')
}${pager(visit, 'next_page', next_page)}`,
  );
}
