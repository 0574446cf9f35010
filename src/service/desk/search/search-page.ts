import { html } from 'hono/html';
import { disputeRow } from '../dispute/disputes-page.ts';
import { agoText } from '../language/moment.ts';
import { apartList, deskPage, type Frame, type Html, ROOT } from '../page.ts';
import type { Found, FoundReport } from './search.ts';

const SHOWN = 3;

/** What a search found. */
export function searchPage(frame: Frame, text: string, { reports, disputes }: Found): Html {
  const { words } = frame;
  const nothing = reports.length + disputes.length === 0;
  return deskPage(
    frame,
    null,
    words.t('desk.search.title'),
    html`<div class="lead"><h1>${words.t('desk.search.title')}</h1><p class="quiet">${
      text === ''
        ? words.t('desk.search.intro')
        : words.t('desk.search.for', { text: html`<bdi class="mono">${text}</bdi>` })
    }</p></div>
${nothing && text !== '' ? html`<div class="card"><p>${words.t('desk.search.nothing')}</p></div>` : ''}
${reports.length === 0 ? '' : html`<section><h2>${words.t('desk.tab.reports')}</h2><ol class="rows">${reports.map((report) => row(frame, report))}</ol></section>`}
${disputes.length === 0 ? '' : html`<section><h2>${words.t('desk.tab.disputes')}</h2><ol class="rows">${disputes.map((dispute) => disputeRow(frame, dispute))}</ol></section>`}`,
    text,
  );
}

function row(frame: Frame, { id, title, status, createdAt, contents }: FoundReport): Html {
  const { words } = frame;
  const number = words.t('desk.report.numbered', { number: String(id) });
  const more =
    contents.length > SHOWN
      ? html` <span class="small quiet">${words.t('desk.more', { count: contents.length - SHOWN })}</span>`
      : '';
  return html`<li><div class="row-head"><h3><a href="${ROOT}/reports/${id}">${title === null ? number : html`<bdi>${title}</bdi>`}</a></h3>
<span class="small quiet">${number} · ${words.t(`desk.search.${status}`)} · ${agoText(frame, createdAt)}</span></div>
<p><span class="mono">${apartList(contents.slice(0, SHOWN))}</span>${more}</p></li>`;
}
