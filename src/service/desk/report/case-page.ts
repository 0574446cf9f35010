import { html } from 'hono/html';
import type { TextKey } from '../../../ui/catalogue.ts';
import { dueAt, isBreached, REVIEW_HOURS } from '../../jobs/sla.ts';
import type { Words } from '../../language/words.ts';
import { shownContent } from '../../portal/page/asset-word.ts';
import { generalProblems } from '../../portal/page/field.ts';
import { badges } from '../badge.ts';
import { historySection } from '../history/history-section.ts';
import { conversation } from '../inquiry/conversation.ts';
import { agoText, dueText } from '../language/moment.ts';
import { word } from '../language/word.ts';
import { apartList, deskPage, type Frame, type Html, ROOT } from '../page.ts';
import { hasRole } from '../person.ts';
import { actions } from './action-forms.ts';
import { assetSection } from './asset-section.ts';
import type { ReportCase, ReportFile } from './case.ts';
import type { CaseState } from './case-state.ts';

/** One report on a page: what was sent, what is known, and what can be done with it. */
export function casePage(frame: Frame, report: ReportCase, state: CaseState = {}): Html {
  const { words } = frame;
  const { id, title, assets, createdAt, organization, status } = report;
  const number = words.t('desk.report.numbered', { number: String(id) });
  const name = title ?? (assets[0] ? shownContent(assets[0].asset.type, assets[0].asset.content) : number);
  const due = dueAt(createdAt, REVIEW_HOURS);
  const late = isBreached(due, null, frame.now);
  return deskPage(
    frame,
    '',
    number,
    html`${state.done ? html`<p class="notice ok" role="status">${state.done}</p>` : ''}
${generalProblems(state.problem === undefined ? [] : [words.t('desk.error.changed', { reason: state.problem })])}
<div class="lead"><h1><bdi>${name}</bdi></h1>
<p class="quiet">${number}${organization === null ? '' : html` · <bdi>${organization}</bdi>`} · ${words.t('desk.report.reported', { when: agoText(frame, createdAt) })}</p>
${badges([
  status === 'CLOSED'
    ? { text: words.t('desk.report.closed'), tone: 'ok' }
    : { text: dueText(frame, due), ...(late ? { tone: 'danger' as const } : {}) },
])}
<p class="small">${status === 'CLOSED' ? '' : html`<a href="#actions">${words.t('desk.decision.to')}</a> · `}${
      state.next
        ? html`<a href="${ROOT}/reports/${state.next}" accesskey="n">${words.t('desk.report.next')}</a>`
        : html`<a href="${ROOT}">${words.t('desk.report.all')}</a>`
    }</p></div>
${
  report.mergedIntoId === null
    ? ''
    : html`<p class="notice">${words.t('desk.report.mergedInto', {
        report: html`<a href="${ROOT}/reports/${report.mergedIntoId}">${words.t('desk.report.numbered', { number: String(report.mergedIntoId) })}</a>`,
      })}</p>`
}
<div class="case"><div class="evidence">
${account(frame, report)}
${assets.map((facts) => assetSection(frame, facts, report.knowsTopSites))}
${conversation(frame, report.letters)}
${historySection(frame, 'report', report.history)}
</div>
<div class="actions" id="actions">${actions(frame, report, state)}</div></div>`,
  );
}

/** What the reporter says, with the files. How to reach the reporter is for those who decide. */
function account(frame: Frame, report: ReportCase): Html {
  const { description, files, links, source, reporter, countryCode, userAgent, referrer, contactInfo } = report;
  const { words } = frame;
  const facts: [TextKey, string | null][] = [
    ['desk.report.fact.through', word(words, source)],
    ['desk.report.fact.reporter', hasRole(frame.person, 'reviewer') ? reporter : null],
    ['desk.report.fact.contact', hasRole(frame.person, 'reviewer') ? contactInfo : null],
    ['desk.report.fact.country', countryCode],
    ['desk.report.fact.referrer', referrer],
    ['desk.report.fact.browser', userAgent],
  ];
  return html`<section class="card facts"><h2>${words.t('desk.report.account')}</h2>
<p class="written" dir="auto">${description ?? words.t('desk.report.noAccount')}</p>
<dl>${facts.map(([name, value]) => (value === null ? '' : html`<div><dt>${words.t(name)}</dt><dd><bdi>${value}</bdi></dd></div>`))}
${links.length === 0 ? '' : html`<div><dt>${words.t('desk.report.fact.links')}</dt><dd class="mono">${apartList(links)}</dd></div>`}</dl>
${files.length === 0 ? '' : html`<ul class="files">${files.map((one) => file(words, one))}</ul>`}</section>`;
}

function file(words: Words, { id, fileName, mediaType, sizeBytes }: ReportFile): Html {
  const path = `${ROOT}/files/${id}`;
  const size =
    sizeBytes < 1_000_000
      ? words.size(Math.ceil(sizeBytes / 1_000), 'kilobyte')
      : words.size(sizeBytes / 1_000_000, 'megabyte');
  return html`<li>${mediaType.startsWith('image/') ? html`<img src="${path}" alt="${fileName}" loading="lazy">` : ''}
<a href="${path}"><bdi>${fileName}</bdi></a> <span class="small quiet"><bdi>${mediaType}</bdi> · ${size}</span></li>`;
}
