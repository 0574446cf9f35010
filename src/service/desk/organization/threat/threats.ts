import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import { LIVENESS_STATUSES, TAKEDOWN_STATUSES, takedownsList, threatsList } from '../../../../api/threat/takedown.ts';
import type { Words } from '../../../portal/language/words.ts';
import type { Gate } from '../../gate.ts';
import { badges, type Html } from '../../page.ts';
import { agoText, contentText, typeWord, word } from '../../words.ts';
import {
  addressed,
  assetTypeFilter,
  choiceOf,
  daysOf,
  type Filter,
  filteredList,
  one,
  orderFilter,
  several,
  valueFilter,
} from '../filter.ts';
import { organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet } from '../visit.ts';

const PAGE_SIZE = 25;

/** Threats and takedowns of an organization. */
export function threatRoutes(gate: Gate): void {
  organizationGet(gate, '/threats', async (visit) => {
    const address = addressed(visit);
    const direction = choiceOf(address, 'direction');
    const found = await visit.call(threatsList, {
      body: {
        slug: visit.organization.slug,
        query: one(address, 'query'),
        ...daysOf(address),
        assetType: several(address, 'assetType'),
        ...(direction === undefined ? {} : { sorting: [{ key: 'blockedAt', direction }] }),
        per_page: PAGE_SIZE,
        next_page: one(address, 'next_page'),
      },
    });
    return { page: threatsPage(visit, found) };
  });

  organizationGet(gate, '/takedowns', async (visit) => {
    const address = addressed(visit);
    const [key, direction] = (one(address, 'order') ?? 'createdAt.desc').split('.') as ['createdAt', 'desc'];
    const found = await visit.call(takedownsList, {
      body: {
        slug: visit.organization.slug,
        query: one(address, 'query'),
        ...daysOf(address),
        assetType: several(address, 'assetType'),
        takedownStatus: several(address, 'takedownStatus'),
        livenessStatus: several(address, 'livenessStatus'),
        sorting: [{ key, direction }],
        per_page: PAGE_SIZE,
        next_page: one(address, 'next_page'),
      },
    });
    return { page: takedownsPage(visit, found) };
  });
}

const threatFilters = (words: Words): readonly Filter[] => [
  { kind: 'text', name: 'query', label: words.t('desk.organization.filter.address'), maxLength: 255 },
  { kind: 'days' },
  orderFilter(words, 'direction', {
    desc: 'desk.organization.filter.newest',
    asc: 'desk.organization.filter.oldest',
  }),
  assetTypeFilter(words),
];

/** The blocked assets that threaten the organization. */
function threatsPage(visit: OrganizationVisit, { threats, next_page }: ResponseOf<typeof threatsList>): Html {
  const { words } = visit.frame;
  const path = `${visit.root}/threats`;
  return organizationPage(
    visit,
    '/threats',
    { lead: words.t('desk.organization.threat.lead') },
    filteredList(words, addressed(visit), {
      path,
      filters: threatFilters(words),
      rows: threats,
      row: (threat) => threatRow(visit, threat),
      next: ['next_page', next_page],
      none: ['desk.organization.threat.none', 'desk.organization.threat.noneHint'],
      noMatch: ['desk.organization.threat.nothing', 'desk.organization.threat.showAll'],
    }),
  );
}

const threatRow = (
  { frame }: OrganizationVisit,
  { content, type, blockedAt }: ResponseOf<typeof threatsList>['threats'][number],
): Html =>
  html`<li><div class="row-head"><h2 class="mono">${contentText({ type, content })}</h2>
<span class="small quiet">${typeWord(frame.words, type)} · ${frame.words.t('desk.organization.threat.blocked', { when: agoText(frame, new Date(blockedAt)) })}</span></div></li>`;

type Found = ResponseOf<typeof takedownsList>;

const takedownFilters = (words: Words): readonly Filter[] => [
  { kind: 'text', name: 'query', label: words.t('desk.organization.filter.address'), maxLength: 255 },
  { kind: 'days' },
  orderFilter(words, 'order', {
    'createdAt.desc': 'desk.organization.filter.newest',
    'createdAt.asc': 'desk.organization.filter.oldest',
    'updatedAt.desc': 'desk.organization.takedown.changedLast',
    'updatedAt.asc': 'desk.organization.takedown.changedFirst',
    'status.asc': 'desk.organization.takedown.byStatus',
  }),
  valueFilter(words, 'several', 'takedownStatus', words.t('desk.organization.filter.status'), TAKEDOWN_STATUSES),
  {
    kind: 'several',
    name: 'livenessStatus',
    label: words.t('desk.organization.takedown.site'),
    options: LIVENESS_STATUSES.map((value) => ({ value, label: words.t(`desk.organization.takedown.${value}`) })),
  },
  assetTypeFilter(words),
];

/** The takedowns of an organization. */
function takedownsPage(visit: OrganizationVisit, { takedowns, next_page }: Found): Html {
  const { words } = visit.frame;
  const path = `${visit.root}/takedowns`;
  const { automated } = visit.organization.services.takedowns;
  return organizationPage(
    visit,
    '/takedowns',
    { lead: words.t(automated ? 'desk.organization.takedown.leadAutomated' : 'desk.organization.takedown.lead') },
    filteredList(words, addressed(visit), {
      path,
      filters: takedownFilters(words),
      rows: takedowns,
      row: (takedown) => takedownRow(visit, takedown),
      next: ['next_page', next_page],
      none: ['desk.organization.takedown.none', 'desk.organization.takedown.noneHint'],
      noMatch: ['desk.organization.takedown.nothing', 'desk.organization.takedown.showAll'],
    }),
  );
}

function takedownRow(
  { frame }: OrganizationVisit,
  { id, status, createdAt, updatedAt, asset, assignee, brand }: Found['takedowns'][number],
): Html {
  const { words } = frame;
  const facts = [...(brand ? [brand.name] : []), ...(assignee === null ? [] : [assignee])];
  const dates = { filed: agoText(frame, new Date(createdAt)), changed: agoText(frame, new Date(updatedAt)) };
  const isOpen = status === 'TODO' || status === 'IN_PROGRESS' || status === 'PENDING_INPUT';
  return html`<li><div class="row-head"><h2 class="mono">${contentText(asset)}</h2>
<span class="small quiet">${words.t('desk.organization.takedown.one', { number: String(id) })}${facts.map((fact) => html` · <bdi>${fact}</bdi>`)}</span></div>
<p class="small quiet">${typeWord(words, asset.type)} · ${words.t(isOpen ? 'desk.organization.takedown.openSince' : 'desk.organization.takedown.ended', dates)}</p>
${badges([
  {
    text: word(words, status),
    tone: status === 'COMPLETED' ? 'ok' : status === 'PENDING_INPUT' ? 'danger' : undefined,
  },
  { text: words.find(`desk.organization.takedown.${asset.livenessStatus}`) ?? word(words, asset.livenessStatus) },
  asset.status === 'BLOCKED' && { text: word(words, 'BLOCKED') },
])}</li>`;
}
