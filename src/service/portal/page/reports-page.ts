import { html } from 'hono/html';
import { assetWord, shownContent } from './asset-word.ts';
import { dayText, numberText } from './calendar.ts';
import { type Html, type Portal, portalPage } from './page.ts';
import type { PortalReport, ReportPage } from './view.ts';

/** The listing: reports whose assets are blocked, newest first. Contents are plain text, never links: they lead to scams. */
export function reportsPage(portal: Portal, page: ReportPage, isFirst: boolean): Html {
  const { name } = portal.identity;
  return portalPage(
    portal,
    'reports',
    'Reported scams',
    html`<div class="lead"><h1>Reported scams</h1>
<p class="quiet">Blocked for everyone who is protected with ${name}, newest first.${waiting(page.inReview)}</p></div>
${page.reports.length === 0 ? empty(portal, isFirst) : html`<ol class="rows">${page.reports.map(row)}</ol>`}
${older(portal, page, isFirst)}`,
  );
}

const waiting = (count: number): string =>
  count === 0 ? '' : ` ${numberText(count)} more ${count === 1 ? 'report is' : 'reports are'} being reviewed.`;

function row(report: PortalReport): Html {
  return html`<li><div class="row-head small quiet"><time datetime="${report.createdAt.toISOString()}">${dayText(report.createdAt)}</time>
<span>Report ${report.id}${report.inReview ? ', partly reviewed' : ''}</span></div>
<ul>${report.assets.map(
    ({ type, content, reason }) => html`<li><p class="mono">${shownContent(type, content)}</p>
<p class="small quiet">${assetWord(type)}${reason === null ? '' : ` · ${reason}`}</p></li>`,
  )}</ul></li>`;
}

function empty({ root, sections }: Portal, isFirst: boolean): Html {
  return html`<div class="card"><p>${isFirst ? 'Nothing has been blocked after a report yet.' : 'There are no older reports.'}
${sections.reportForm ? html`<a href="${root}/report">Report a scam</a>` : ''}</p></div>`;
}

function older({ root }: Portal, page: ReportPage, isFirst: boolean): Html | string {
  if (page.next === null && isFirst) return '';
  return html`<p>${isFirst ? '' : html`<a href="${root}/reports">Newest</a> `}${
    page.next === null ? '' : html`<a href="${root}/reports?before=${page.next}">Older reports</a>`
  }</p>`;
}
