import { html } from 'hono/html';
import { dueAt, isBreached, REVIEW_HOURS } from '../../jobs/sla.ts';
import { shownContent } from '../../portal/page/asset-word.ts';
import { generalProblems } from '../../portal/page/field.ts';
import { badges } from '../badge.ts';
import { conversation } from '../inquiry/conversation.ts';
import { agoText, dueText } from '../moment.ts';
import { deskPage, type Frame, type Html, ROOT } from '../page.ts';
import { hasRole } from '../person.ts';
import { actions } from './action-forms.ts';
import { assetSection } from './asset-section.ts';
import type { ReportCase, ReportFile } from './case.ts';
import type { HistoryEntry } from './history.ts';

/** What a form that was refused brings back. */
export type CaseState = {
  readonly problem?: string;
  /** What was done, announced when the page opens. */
  readonly done?: string | null;
  readonly note?: string;
  readonly told?: string;
  /** Numbers of the proposals that were chosen. */
  readonly chosen?: readonly string[];
  readonly question?: string;
  readonly next?: number | null;
};

/** One report on a page: what was sent, what is known, and what can be done with it. */
export function casePage(frame: Frame, report: ReportCase, state: CaseState = {}): Html {
  const { id, title, assets, createdAt, organization, status } = report;
  const name = title ?? (assets[0] ? shownContent(assets[0].asset.type, assets[0].asset.content) : `Report ${id}`);
  const due = dueAt(createdAt, REVIEW_HOURS);
  const late = isBreached(due, null, frame.now);
  return deskPage(
    frame,
    '',
    `Report ${id}`,
    html`${state.done ? html`<p class="notice ok" role="status">${state.done}</p>` : ''}
${generalProblems(state.problem === undefined ? [] : [`Nothing was changed. ${state.problem}`])}
<div class="lead"><h1>${name}</h1>
<p class="quiet">Report ${id}${organization === null ? '' : ` · ${organization}`} · reported ${agoText(createdAt, frame.now)}</p>
${badges([
  status === 'CLOSED'
    ? { text: 'closed', tone: 'ok' }
    : { text: dueText(due, frame.now), ...(late ? { tone: 'danger' as const } : {}) },
])}
<p class="small">${status === 'CLOSED' ? '' : html`<a href="#actions">To the decision</a> · `}${
      state.next
        ? html`<a href="${ROOT}/reports/${state.next}" accesskey="n">Next report</a>`
        : html`<a href="${ROOT}">All reports</a>`
    }</p></div>
${report.mergedIntoId === null ? '' : html`<p class="notice">Merged with <a href="${ROOT}/reports/${report.mergedIntoId}">report ${report.mergedIntoId}</a>, which is decided instead.</p>`}
<div class="case"><div class="evidence">
${account(frame, report)}
${assets.map((facts) => assetSection(frame, facts, report.knowsTopSites))}
${conversation(frame, report.letters)}
${history(frame, report.history)}
</div>
<div class="actions" id="actions">${actions(frame, report, state)}</div></div>`,
  );
}

/** What the reporter says, with the files. How to reach the reporter is for those who decide. */
function account(frame: Frame, report: ReportCase): Html {
  const { description, files, links, source, reporter, countryCode, userAgent, referrer, contactInfo } = report;
  const facts: [string, string | null][] = [
    ['Came through', source.toLowerCase().replaceAll('_', ' ')],
    ['Reporter', hasRole(frame.person, 'reviewer') ? reporter : null],
    ['Contact', hasRole(frame.person, 'reviewer') ? contactInfo : null],
    ['Country', countryCode],
    ['Came from', referrer],
    ['Browser', userAgent],
  ];
  return html`<section class="card facts"><h2>What was reported</h2>
<p class="written">${description ?? 'Nothing besides what it names.'}</p>
<dl>${facts.map(([name, value]) => (value === null ? '' : html`<div><dt>${name}</dt><dd>${value}</dd></div>`))}
${links.length === 0 ? '' : html`<div><dt>Files elsewhere</dt><dd class="mono">${links.join(' ')}</dd></div>`}</dl>
${files.length === 0 ? '' : html`<ul class="files">${files.map(file)}</ul>`}</section>`;
}

function file({ id, fileName, mediaType, sizeBytes }: ReportFile): Html {
  const path = `${ROOT}/files/${id}`;
  const size =
    sizeBytes < 1_000_000 ? `${Math.ceil(sizeBytes / 1_000)} kB` : `${(sizeBytes / 1_000_000).toFixed(1)} MB`;
  return html`<li>${mediaType.startsWith('image/') ? html`<img src="${path}" alt="${fileName}" loading="lazy">` : ''}
<a href="${path}">${fileName}</a> <span class="small quiet">${mediaType}, ${size}</span></li>`;
}

const DONE: Readonly<Record<string, string>> = {
  deskApprove: 'approved',
  deskApproveOnce: 'approved, as the first of two,',
  deskApproveOverride: 'approved, overriding the second approval,',
  deskReject: 'rejected',
  deskSkip: 'skipped',
  deskEscalate: 'escalated',
  deskAnswerApprove: 'answered for the organization: block',
  deskAnswerReject: 'answered for the organization: do not block',
  deskAsk: 'asked the reporter',
  deskMerge: 'merged a report',
};

function history({ now }: Frame, entries: readonly HistoryEntry[]): Html | string {
  if (entries.length === 0) return '';
  return html`<section class="card"><h2>History</h2><ul class="history">${entries.map(
    ({ at, who, action, content }) =>
      html`<li>${who} ${DONE[action] ?? action}${content === null ? '' : html` <span class="mono">${content}</span>`} <span class="small quiet">${agoText(at, now)}</span></li>`,
  )}</ul></section>`;
}
