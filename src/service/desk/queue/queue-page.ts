import { html, raw } from 'hono/html';
import { dueAt, isBreached, REVIEW_HOURS } from '../../jobs/sla.ts';
import { assetWord, shownContent } from '../../portal/page/asset-word.ts';
import { type Badge, badges } from '../badge.ts';
import { agoText, dueText } from '../language/moment.ts';
import { deskPage, type Frame, type Html, ROOT } from '../page.ts';
import { QUEUE_PARTS, type QueuePage, type QueuePart, type WaitingReport } from './waiting.ts';

/** The reports that wait, the most urgent first. */
export function queuePage(frame: Frame, part: QueuePart, queue: QueuePage, notice: Html | null): Html {
  const { words } = frame;
  const { counts, reports, next } = queue;
  return deskPage(
    frame,
    '',
    words.t('desk.tab.reports'),
    html`${notice === null ? '' : html`<p class="notice ok" role="status">${notice}</p>`}
<div class="lead"><h1>${words.t('desk.tab.reports')}</h1>
<p class="quiet">${words.t('desk.queue.intro', { count: REVIEW_HOURS })}</p></div>
<ul class="filters" aria-label="${words.label('desk.queue.parts')}">${QUEUE_PARTS.map(
      (name) =>
        html`<li><a href="${ROOT}?part=${name}"${name === part ? raw(' aria-current="true"') : ''}>${words.t('desk.queue.partCount', { part: words.word(`desk.queue.part.${name}`), number: counts[name] })}</a></li>`,
    )}</ul>
${
  reports.length === 0
    ? html`<div class="card"><p>${words.t(part === 'open' ? 'desk.queue.nothingWaits' : 'desk.queue.nothing')}</p></div>`
    : html`<ol class="rows">${reports.map((report, index) => row(frame, report, index === 0))}</ol>`
}
${next === null ? '' : html`<p><a href="${ROOT}?part=${part}&after=${next}">${words.t('desk.later')}</a></p>`}`,
  );
}

function row(frame: Frame, report: WaitingReport, isFirst: boolean): Html {
  const { words } = frame;
  const { id, title, organization, createdAt, assets, assetCount } = report;
  const name = title ?? (assets[0] ? shownContent(assets[0].type, assets[0].content) : words.word('desk.report.one'));
  return html`<li><div class="row-head"><h2><a href="${ROOT}/reports/${id}"${isFirst ? raw(' accesskey="n"') : ''}><bdi>${name}</bdi></a></h2>
<span class="small quiet">${words.t('desk.report.numbered', { number: String(id) })}${organization === null ? '' : html` · <bdi>${organization}</bdi>`} · ${agoText(frame, createdAt)}</span></div>
<ul>${assets.map(
    ({ type, content }) => html`<li><span class="mono">${shownContent(type, content)}</span>
<span class="small quiet">${assetWord(type, words)}</span></li>`,
  )}${assetCount > assets.length ? html`<li class="small quiet">${words.t('desk.more', { count: assetCount - assets.length })}</li>` : ''}</ul>
${badges(badgesOf(frame, report))}</li>`;
}

function badgesOf(frame: Frame, report: WaitingReport): Badge[] {
  const { words, now } = frame;
  const due = dueAt(report.createdAt, REVIEW_HOURS);
  const { repeatCount, attachmentCount } = report;
  const late = isBreached(due, null, now);
  return [
    { text: dueText(frame, due), ...(late ? { tone: 'danger' as const } : {}) },
    ...(report.isAnswered ? [{ text: words.t('desk.badge.answered'), tone: 'ok' as const }] : []),
    ...(report.isApprovedOnce ? [{ text: words.t('desk.badge.second') }] : []),
    ...(report.isEscalated ? [{ text: words.t('desk.badge.organization') }] : []),
    ...(report.isAsked ? [{ text: words.t('desk.badge.reporter') }] : []),
    ...(report.isSkipped ? [{ text: words.t('desk.badge.skipped') }] : []),
    ...(repeatCount > 0 ? [{ text: words.t('desk.badge.repeated', { count: repeatCount + 1 }) }] : []),
    ...(attachmentCount > 0 ? [{ text: words.t('desk.badge.files', { count: attachmentCount }) }] : []),
  ];
}
