import { html, raw } from 'hono/html';
import type { RequestOf, ResponseOf } from '../../../../api/operation.ts';
import { organizationReports } from '../../../../api/report/report-list.ts';
import {
  ACTOR_KINDS,
  DECISIONS,
  REPORT_SOURCES,
  REPORT_STATUSES,
  type ReportRecord,
} from '../../../../api/report/report-record.ts';
import type { Words } from '../../../portal/language/words.ts';
import type { Gate } from '../../gate.ts';
import { type Badges, badges, type Frame, type Html, ROOT } from '../../page.ts';
import { hasRole } from '../../person.ts';
import { agoText, contentText, dueText, headWord, typeWord, word } from '../../words.ts';
import {
  addressed,
  answerOf,
  assetTypeFilter,
  choiceOf,
  daysOf,
  type Filter,
  filteredList,
  one,
  several,
  valueFilter,
  yesOrNo,
} from '../filter.ts';
import { organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet } from '../visit.ts';

/** The reports of an organization. */
export function reportListRoutes(gate: Gate): void {
  organizationGet(gate, '/reports', async (visit) => {
    const { slug } = visit.organization;
    const found = await visit.call(organizationReports, { query: { ...reportFilter(addressed(visit)), slug } });
    return { page: reportsPage(visit, found) };
  });
}

/** Every filter of `GET /organization/reports`. */
const reportFilters = (words: Words): readonly Filter[] => [
  yesOrNo(words, 'needsCustomerReview', words.t('desk.organization.report.mine')),
  { kind: 'days' },
  valueFilter(words, 'one', 'reporterKind', words.t('desk.organization.report.by'), ACTOR_KINDS),
  valueFilter(words, 'one', 'reviewerKind', words.t('desk.organization.report.approvedBy'), ACTOR_KINDS),
  {
    kind: 'one',
    name: 'onlyRejected',
    label: words.t('desk.organization.report.rejected'),
    options: [{ value: 'yes', label: words.t('desk.organization.yes') }],
  },
  { kind: 'text', name: 'country', label: words.t('desk.organization.report.country'), maxLength: 2 },
  valueFilter(words, 'several', 'status', words.t('desk.organization.filter.status'), REPORT_STATUSES),
  valueFilter(words, 'several', 'decision', words.t('desk.organization.report.decision'), DECISIONS),
  valueFilter(words, 'several', 'source', words.t('desk.organization.report.through'), REPORT_SOURCES),
  assetTypeFilter(words),
];

/** What an address says about reports, as the operation takes it. */
const reportFilter = (address: URLSearchParams): RequestOf<typeof organizationReports>['query'] => ({
  cursor: one(address, 'cursor'),
  ...daysOf(address),
  onlyRejected: answerOf(address, 'onlyRejected'),
  reporterKind: choiceOf(address, 'reporterKind'),
  reviewerKind: choiceOf(address, 'reviewerKind'),
  needsCustomerReview: answerOf(address, 'needsCustomerReview'),
  status: several(address, 'status'),
  decision: several(address, 'decision'),
  assetType: several(address, 'assetType'),
  country: one(address, 'country'),
  source: several(address, 'source'),
});

type Found = ResponseOf<typeof organizationReports>;
const MAX_SHOWN_ASSETS = 3;

/** The reports of an organization, newest first. */
function reportsPage(visit: OrganizationVisit, { reports, totalCount, cursor }: Found): Html {
  const { words } = visit.frame;
  const address = addressed(visit);
  const path = `${visit.root}/reports`;
  const isMine = address.get('needsCustomerReview') === 'yes';
  const isTab = isMine && address.size === 1;
  return organizationPage(
    visit,
    '/reports',
    { lead: words.t('desk.organization.report.count', { count: totalCount }) },
    html`<ul class="filters" aria-label="${words.label('desk.organization.report.turn')}"><li><a href="${path}"${current(address.size === 0)}>${words.t('desk.organization.report.all')}</a></li>
<li><a href="${path}?needsCustomerReview=yes"${current(isMine)}>${words.t('desk.organization.report.mine')}</a></li></ul>
${filteredList(words, address, {
  path,
  filters: reportFilters(words),
  rows: reports,
  row: (report) => row(visit, report),
  next: ['cursor', cursor],
  isTab,
  none: isTab
    ? ['desk.organization.report.nothingMine', 'desk.organization.report.nothingMineHint']
    : ['desk.organization.report.nobody', 'desk.organization.report.nobodyHint'],
  noMatch: ['desk.organization.report.none', 'desk.organization.report.showAll'],
})}`,
  );
}

const current = (is: boolean) => raw(is ? ' aria-current="true"' : '');

function row({ frame }: OrganizationVisit, report: ReportRecord): Html {
  const { words } = frame;
  const { id, title, assets, createdAt, source, reporter, countryCode } = report;
  const [first] = assets;
  // As on the page of a report: who reported is for those who decide.
  const who = hasRole(frame.person, 'reviewer') ? reporter.displayName : headWord(words, reporter.kind);
  const number = words.t('desk.report.numbered', { number: String(id) });
  const name = title ?? (first ? contentText(first) : number);
  return html`<li><div class="row-head"><h2><a href="${ROOT}/reports/${id}"><bdi>${name}</bdi></a></h2>
<span class="small quiet">${number} · ${agoText(frame, new Date(createdAt))}</span></div>
<ul>${assets.slice(0, MAX_SHOWN_ASSETS).map(
    ({ type, content, status }) => html`<li><span class="mono">${contentText({ type, content })}</span>
<span class="small quiet">${typeWord(words, type)}, ${word(words, status)}</span></li>`,
  )}${assets.length > MAX_SHOWN_ASSETS ? html`<li class="small quiet">${words.t('desk.more', { count: assets.length - MAX_SHOWN_ASSETS })}</li>` : ''}</ul>
<p class="small quiet">${headWord(words, source)} · <bdi>${who}</bdi>${countryCode === undefined ? '' : ` · ${countryCode}`}</p>
${badges(badgesOf(frame, report))}</li>`;
}

function badgesOf(frame: Frame, { status, sla, needsCustomerReview, proposals }: ReportRecord): Badges {
  const { words } = frame;
  const decisions = [...new Set(proposals.flatMap(({ decision }) => (decision === undefined ? [] : [decision])))];
  return [
    needsCustomerReview && { text: words.t('desk.organization.report.yours'), tone: 'danger' },
    { text: word(words, status) },
    ...decisions.map((decision) => ({ text: word(words, decision) })),
    status !== 'CLOSED' && {
      text: dueText(frame, new Date(sla.dueAt)),
      tone: sla.breached ? 'danger' : undefined,
    },
  ];
}
