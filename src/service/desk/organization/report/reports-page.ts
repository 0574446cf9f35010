import { html, raw } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import type { organizationReports } from '../../../../api/report/report-list.ts';
import type { ReportRecord } from '../../../../api/report/report-record.ts';
import { numberText } from '../../../portal/page/calendar.ts';
import { type Badge, badges } from '../../badge.ts';
import { agoText, dueText } from '../../language/moment.ts';
import { type Frame, type Html, ROOT } from '../../page.ts';
import { hasRole } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { addressed, pager } from '../form/address.ts';
import { filterForm } from '../form/filter-form.ts';
import { emptyCard, organizationPage } from '../frame/organization-page.ts';
import { contentText, typeWord, word } from '../word.ts';
import { REPORT_FILTERS } from './filter.ts';

type Found = ResponseOf<typeof organizationReports>;
const SHOWN_ASSETS = 3;

/** The reports of an organization, newest first. */
export function reportsPage(visit: OrganizationVisit, { reports, totalCount, cursor }: Found): Html {
  const address = addressed(visit);
  const path = `${visit.root}/reports`;
  const isMine = address.get('needsCustomerReview') === 'yes';
  return organizationPage(
    visit,
    '/reports',
    { title: 'Reports', lead: `${numberText(totalCount)} ${totalCount === 1 ? 'report' : 'reports'}, newest first.` },
    html`<ul class="filters" aria-label="Whose turn it is"><li><a href="${path}"${current(address.size === 0)}>All</a></li>
<li><a href="${path}?needsCustomerReview=yes"${current(isMine)}>Needs my review</a></li></ul>
${filterForm(path, REPORT_FILTERS, address)}
${reports.length === 0 ? nothing(path, address) : html`<ol class="rows">${reports.map((report) => row(visit, report))}</ol>`}
${pager(visit, 'cursor', cursor)}`,
  );
}

const current = (is: boolean) => raw(is ? ' aria-current="true"' : '');

function nothing(path: string, address: URLSearchParams): Html {
  if (address.size === 0)
    return emptyCard(
      'Nobody has reported anything yet.',
      'Reports come from the extension, the portal, programs and detection.',
    );
  return address.get('needsCustomerReview') === 'yes' && address.size === 1
    ? emptyCard(
        'Nothing waits for you.',
        'Reports that reviewers hand to you, and those you filed yourself, appear here.',
      )
    : emptyCard('No report meets these filters.', html`<a href="${path}">Show all reports</a>`);
}

function row({ frame }: OrganizationVisit, report: ReportRecord): Html {
  const { id, title, assets, createdAt, source, reporter, countryCode } = report;
  const [first] = assets;
  // As on the page of a report: who reported is for those who decide.
  const who = hasRole(frame.person, 'reviewer') ? reporter.displayName : word(reporter.kind);
  const name = title ?? (first ? contentText(first) : `Report ${id}`);
  return html`<li><div class="row-head"><h2><a href="${ROOT}/reports/${id}">${name}</a></h2>
<span class="small quiet">Report ${id} · ${agoText(frame, new Date(createdAt))}</span></div>
<ul>${assets.slice(0, SHOWN_ASSETS).map(
    ({ type, content, status }) => html`<li><span class="mono">${contentText({ type, content })}</span>
<span class="small quiet">${typeWord(type)}, ${word(status).toLowerCase()}</span></li>`,
  )}${assets.length > SHOWN_ASSETS ? html`<li class="small quiet">and ${numberText(assets.length - SHOWN_ASSETS)} more</li>` : ''}</ul>
<p class="small quiet">${word(source)} · ${who}${countryCode === undefined ? '' : ` · ${countryCode}`}</p>
${badges(badgesOf(frame, report))}</li>`;
}

function badgesOf(frame: Frame, { status, sla, needsCustomerReview, proposals }: ReportRecord): Badge[] {
  const decisions = [...new Set(proposals.flatMap(({ decision }) => (decision === undefined ? [] : [decision])))];
  return [
    ...(needsCustomerReview ? [{ text: 'needs your review', tone: 'danger' as const }] : []),
    { text: word(status).toLowerCase() },
    ...decisions.map((decision) => ({ text: word(decision).toLowerCase() })),
    ...(status === 'CLOSED'
      ? []
      : [{ text: dueText(frame, new Date(sla.dueAt)), ...(sla.breached ? { tone: 'danger' as const } : {}) }]),
  ];
}
