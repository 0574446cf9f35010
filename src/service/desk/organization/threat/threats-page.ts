import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import type { threatsList } from '../../../../api/threat/takedown.ts';
import type { Words } from '../../../language/words.ts';
import { agoText } from '../../language/moment.ts';
import { contentText, typeWord } from '../../language/word.ts';
import type { Html } from '../../page.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { addressed, pager } from '../form/address.ts';
import { assetTypeFilter, type Filter, filterForm } from '../form/filter-form.ts';
import { emptyCard, organizationPage } from '../frame/organization-page.ts';

const filtersOf = (words: Words): readonly Filter[] => [
  { kind: 'text', name: 'query', label: words.t('desk.organization.filter.address'), maxLength: 255 },
  { kind: 'days' },
  {
    kind: 'one',
    name: 'direction',
    label: words.t('desk.organization.filter.order'),
    options: [
      { value: 'desc', label: words.t('desk.organization.filter.newest') },
      { value: 'asc', label: words.t('desk.organization.filter.oldest') },
    ],
  },
  assetTypeFilter(words),
];

/** What is blocked and threatens the organization. */
export function threatsPage(visit: OrganizationVisit, { threats, next_page }: ResponseOf<typeof threatsList>): Html {
  const { words } = visit.frame;
  const address = addressed(visit);
  const path = `${visit.root}/threats`;
  return organizationPage(
    visit,
    '/threats',
    { title: words.t('desk.organization.room.threats'), lead: words.t('desk.organization.threat.lead') },
    html`${filterForm(words, path, filtersOf(words), address)}
${
  threats.length > 0
    ? html`<ol class="rows">${threats.map(
        ({
          content,
          type,
          blockedAt,
        }) => html`<li><div class="row-head"><h2 class="mono">${contentText({ type, content })}</h2>
<span class="small quiet">${typeWord(words, type)} · ${words.t('desk.organization.threat.blocked', { when: agoText(visit.frame, new Date(blockedAt)) })}</span></div></li>`,
      )}</ol>`
    : address.size > 0
      ? emptyCard(
          words.t('desk.organization.threat.nothing'),
          html`<a href="${path}">${words.t('desk.organization.threat.showAll')}</a>`,
        )
      : emptyCard(words.t('desk.organization.threat.none'), words.t('desk.organization.threat.noneHint'))
}${pager(visit, 'next_page', next_page)}`,
  );
}
