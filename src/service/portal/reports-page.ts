import { html } from 'hono/html';
import { apart, assetWord, reasonWord, shownContent } from '../page/asset-word.ts';
import type { Html } from '../page/words.ts';
import { type Portal, portalPage } from './page.ts';
import type { ReportPage } from './store.ts';

/** Characters of a content or reason after which the list shows no more of it: escaping makes five bytes of one, in hundreds of rows. */
const MAX_SHOWN = 300;
const shortened = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/**
 * Reports whose assets are blocked, newest first; contents are never links.
 * @param before where the page begins, or null
 */
export function reportsPage(portal: Portal, page: ReportPage, before: number | null): Html {
  const { words } = portal;
  const { name } = portal.identity;
  const title = words.t('portal.reports.title');
  const waiting = page.inReview === 0 ? '' : html` ${words.t('portal.reports.waiting', { count: page.inReview })}`;
  return portalPage(
    portal,
    'reports',
    title,
    html`<div class="lead"><h1>${title}</h1>
<p class="quiet">${words.t('portal.reports.intro', { name })}${waiting}</p></div>
${
  page.reports.length === 0
    ? empty(portal, before === null)
    : html`<ol class="rows">${page.reports.map((report) => row(portal, report))}</ol>`
}
${older(portal, page, before === null)}`,
    before === null ? {} : { query: `before=${before}` },
  );
}

function row({ words }: Portal, report: ReportPage['reports'][number]): Html {
  // A number that identifies something has no thousands separators.
  const number = String(report.id);
  return html`<li><div class="row-head small quiet"><time datetime="${report.createdAt.toISOString()}">${words.day(report.createdAt)}</time>
<span>${words.t(report.inReview ? 'portal.reports.numberPartly' : 'portal.reports.number', { number })}</span></div>
<ul>${report.assets.map(
    ({ type, content, reason }) => html`<li><p class="mono">${apart(shortened(shownContent(type, content)))}</p>
<p class="small quiet">${assetWord(type, words)}${reason === null ? '' : html` · ${reasonWord(shortened(reason), words)}`}</p></li>`,
  )}</ul></li>`;
}

function empty({ root, sections, words }: Portal, isFirst: boolean): Html {
  return html`<div class="card"><p>${words.t(isFirst ? 'portal.reports.empty' : 'portal.reports.noOlder')}
${sections.reportForm ? html`<a href="${words.href(`${root}/report`)}">${words.t('portal.report.title')}</a>` : ''}</p></div>`;
}

function older({ root, words }: Portal, page: ReportPage, isFirst: boolean): Html | string {
  if (page.next === null && isFirst) return '';
  const link = (query: string, text: Html) => html`<a href="${words.href(`${root}/reports${query}`)}">${text}</a> `;
  return html`<p>${isFirst ? '' : link('', words.t('portal.reports.newest'))}${
    page.next === null ? '' : link(`?before=${page.next}`, words.t('portal.reports.older'))
  }</p>`;
}
