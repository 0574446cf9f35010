import { html, raw } from 'hono/html';
import { dueAt, isBreached, REVIEW_HOURS } from '../../jobs/sla.ts';
import { assetWord, shownContent } from '../../portal/page/asset-word.ts';
import { numberText } from '../../portal/page/calendar.ts';
import { type Badge, badges } from '../badge.ts';
import { agoText, dueText } from '../moment.ts';
import { deskPage, type Frame, type Html, ROOT } from '../page.ts';
import { QUEUE_PARTS, type QueuePage, type QueuePart, type WaitingReport } from './waiting.ts';

const PART_WORDS: Readonly<Record<QueuePart, string>> = {
  open: 'Open',
  late: 'Overdue',
  answered: 'Answered',
  escalated: 'With the organization',
  asked: 'With the reporter',
};

/** The reports that wait, the most urgent first. */
export function queuePage(frame: Frame, part: QueuePart, queue: QueuePage, notice: string | null): Html {
  const { counts, reports, next } = queue;
  return deskPage(
    frame,
    '',
    'Reports',
    html`${notice === null ? '' : html`<p class="notice ok" role="status">${notice}</p>`}
<div class="lead"><h1>Reports</h1>
<p class="quiet">Oldest first; what was skipped is at the end. A report is due ${REVIEW_HOURS} hours after it came.</p></div>
<ul class="filters" aria-label="Parts of the queue">${QUEUE_PARTS.map(
      (name) =>
        html`<li><a href="${ROOT}?part=${name}"${name === part ? raw(' aria-current="true"') : ''}>${PART_WORDS[name]} (${numberText(counts[name])})</a></li>`,
    )}</ul>
${
  reports.length === 0
    ? html`<div class="card"><p>${part === 'open' ? 'Nothing waits. Well done.' : 'Nothing here.'}</p></div>`
    : html`<ol class="rows">${reports.map((report, index) => row(frame, report, index === 0))}</ol>`
}
${next === null ? '' : html`<p><a href="${ROOT}?part=${part}&after=${next}">Later ones</a></p>`}`,
  );
}

function row({ now }: Frame, report: WaitingReport, isFirst: boolean): Html {
  const { id, title, organization, createdAt, assets, assetCount } = report;
  const name = title ?? (assets[0] ? shownContent(assets[0].type, assets[0].content) : 'Report');
  return html`<li><div class="row-head"><h2><a href="${ROOT}/reports/${id}"${isFirst ? raw(' accesskey="n"') : ''}>${name}</a></h2>
<span class="small quiet">Report ${id}${organization === null ? '' : ` · ${organization}`} · ${agoText(createdAt, now)}</span></div>
<ul>${assets.map(
    ({ type, content }) => html`<li><span class="mono">${shownContent(type, content)}</span>
<span class="small quiet">${assetWord(type)}</span></li>`,
  )}${assetCount > assets.length ? html`<li class="small quiet">and ${numberText(assetCount - assets.length)} more</li>` : ''}</ul>
${badges(badgesOf(report, now))}</li>`;
}

function badgesOf(report: WaitingReport, now: number): Badge[] {
  const due = dueAt(report.createdAt, REVIEW_HOURS);
  const { repeatCount, attachmentCount } = report;
  const late = isBreached(due, null, now);
  return [
    { text: dueText(due, now), ...(late ? { tone: 'danger' as const } : {}) },
    ...(report.isAnswered ? [{ text: 'answered', tone: 'ok' as const }] : []),
    ...(report.isApprovedOnce ? [{ text: 'waits for a second approval' }] : []),
    ...(report.isEscalated ? [{ text: 'waits for the organization' }] : []),
    ...(report.isAsked ? [{ text: 'waits for the reporter' }] : []),
    ...(report.isSkipped ? [{ text: 'skipped' }] : []),
    ...(repeatCount > 0 ? [{ text: `reported ${numberText(repeatCount + 1)} times` }] : []),
    ...(attachmentCount > 0 ? [{ text: `${attachmentCount} ${attachmentCount === 1 ? 'file' : 'files'}` }] : []),
  ];
}
