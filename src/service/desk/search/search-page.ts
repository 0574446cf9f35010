import { html } from 'hono/html';
import { disputeRow } from '../dispute/disputes-page.ts';
import { agoText } from '../moment.ts';
import { deskPage, type Frame, type Html, ROOT } from '../page.ts';
import type { Found, FoundReport } from './search.ts';

const SHOWN = 3;
const STATUS_WORDS = { TODO: 'open', IN_PROGRESS: 'partly decided', CLOSED: 'closed' } as const;

/** What a search found. */
export function searchPage(frame: Frame, text: string, { reports, disputes }: Found): Html {
  const nothing = reports.length + disputes.length === 0;
  return deskPage(
    frame,
    null,
    'Search',
    html`<div class="lead"><h1>Search</h1><p class="quiet">${
      text === ''
        ? 'Enter a site, an address, an account, a number, or words of a title.'
        : html`For <span class="mono">${text}</span>`
    }</p></div>
${nothing && text !== '' ? html`<div class="card"><p>Nothing was found.</p></div>` : ''}
${reports.length === 0 ? '' : html`<section><h2>Reports</h2><ol class="rows">${reports.map((report) => row(frame, report))}</ol></section>`}
${disputes.length === 0 ? '' : html`<section><h2>Disputes</h2><ol class="rows">${disputes.map((dispute) => disputeRow(frame, dispute))}</ol></section>`}`,
    text,
  );
}

function row({ now }: Frame, { id, title, status, createdAt, contents }: FoundReport): Html {
  const more = contents.length > SHOWN ? ` and ${contents.length - SHOWN} more` : '';
  return html`<li><div class="row-head"><h3><a href="${ROOT}/reports/${id}">${title ?? `Report ${id}`}</a></h3>
<span class="small quiet">Report ${id} · ${STATUS_WORDS[status]} · ${agoText(createdAt, now)}</span></div>
<p class="mono">${contents.slice(0, SHOWN).join(', ')}${more}</p></li>`;
}
