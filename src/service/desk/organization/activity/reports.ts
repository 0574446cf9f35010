import { html, raw } from 'hono/html';
import { organizationReports } from '../../../../api/report/report-list.ts';
import {
  ACTOR_KINDS,
  DECISIONS,
  REPORT_SOURCES,
  REPORT_STATUSES,
  type ReportRecord,
} from '../../../../api/report/report-record.ts';
import { assetTypes, DAYS, flag, text, valuesOf } from '../../../page/filter.ts';
import type { Badges, Row } from '../../../page/list.ts';
import { contentText, headWord, typeWord, word } from '../../../page/value-word.ts';
import type { Html } from '../../../page/words.ts';
import type { Gate } from '../../gate.ts';
import { ROOT } from '../../page.ts';
import { hasRole } from '../../person.ts';
import { agoText, dueBadge } from '../../words.ts';
import { type ListPage, listRoute, say } from '../kit.ts';
import type { OrganizationVisit } from '../visit.ts';

/** The reports of an organization, by every filter of `GET /organization/reports`. */
export const reportListRoutes = (gate: Gate): unknown =>
  listRoute(gate, REPORTS, {
    lead: (visit, { totalCount }) => say(visit, 'report.count', { count: totalCount }),
    around: (visit, list, _, address) => html`${tabs(visit, address)}
${list}`,
  });

const MAX_SHOWN_ASSETS = 3;
const isMine = (address: URLSearchParams) => address.get('needsCustomerReview') === 'yes';

const REPORTS: ListPage<typeof organizationReports, ReportRecord> = {
  section: '/reports',
  operation: organizationReports,
  filters: {
    needsCustomerReview: flag('desk.organization.report.mine'),
    days: DAYS,
    reporterKind: valuesOf('one', 'desk.organization.report.by', ACTOR_KINDS),
    reviewerKind: valuesOf('one', 'desk.organization.report.approvedBy', ACTOR_KINDS),
    onlyRejected: flag('desk.organization.report.rejected'),
    country: text('desk.organization.report.country', 2),
    status: valuesOf('several', 'desk.organization.filter.status', REPORT_STATUSES),
    decision: valuesOf('several', 'desk.organization.report.decision', DECISIONS),
    source: valuesOf('several', 'desk.organization.report.through', REPORT_SOURCES),
    assetType: assetTypes(),
  },
  rows: ({ reports }) => reports,
  next: ['cursor', ({ cursor }) => cursor],
  row,
  isTab: (address) => isMine(address) && address.size === 1,
  none: ['report.nobody', 'report.nobodyHint'],
  noneOfTab: ['report.nothingMine', 'report.nothingMineHint'],
  noMatch: ['report.none', 'report.showAll'],
};

function tabs(visit: OrganizationVisit, address: URLSearchParams): Html {
  const path = `${visit.root}/reports`;
  const current = (is: boolean) => raw(is ? ' aria-current="true"' : '');
  return html`<ul class="filters" aria-label="${visit.frame.words.label('desk.organization.report.turn')}"><li><a href="${path}"${current(!isMine(address))}>${say(visit, 'report.all')}</a></li>
<li><a href="${path}?needsCustomerReview=yes"${current(isMine(address))}>${say(visit, 'report.mine')}</a></li></ul>`;
}

function row(visit: OrganizationVisit, report: ReportRecord): Row {
  const { frame } = visit;
  const { words } = frame;
  const { id, title, assets, createdAt, source, reporter, countryCode } = report;
  const [first] = assets;
  // As on the page of a report: who reported is for those who decide.
  const who = hasRole(frame.person, 'reviewer') ? reporter.displayName : headWord(words, reporter.kind);
  const number = words.t('desk.report.numbered', { number: String(id) });
  const more = assets.length - MAX_SHOWN_ASSETS;
  return {
    ...{ title: title ?? (first ? contentText(first) : number), href: `${ROOT}/reports/${id}` },
    aside: [number, agoText(frame, new Date(createdAt))],
    lines: [
      html`<ul>${assets.slice(0, MAX_SHOWN_ASSETS).map(
        (asset) => html`<li><span class="mono">${contentText(asset)}</span>
<span class="small quiet">${typeWord(words, asset.type)}, ${word(words, asset.status)}</span></li>`,
      )}${more > 0 ? html`<li class="small quiet">${words.t('desk.more', { count: more })}</li>` : ''}</ul>`,
      html`<p class="small quiet">${headWord(words, source)} · <bdi>${who}</bdi>${countryCode === undefined ? '' : ` · ${countryCode}`}</p>`,
    ],
    badges: badgesOf(visit, report),
  };
}

function badgesOf(
  { frame }: OrganizationVisit,
  { status, createdAt, needsCustomerReview, proposals }: ReportRecord,
): Badges {
  const { words } = frame;
  const decisions = [...new Set(proposals.flatMap(({ decision }) => (decision === undefined ? [] : [decision])))];
  return [
    needsCustomerReview && { text: words.t('desk.organization.report.yours'), tone: 'danger' },
    { text: word(words, status) },
    ...decisions.map((decision) => ({ text: word(words, decision) })),
    status !== 'CLOSED' && dueBadge(frame, new Date(createdAt)),
  ];
}
