import { html, raw } from 'hono/html';
import { isWithOrganization } from '../../feature/dispute/triage.ts';
import { dueAt, isBreached, REVIEW_HOURS } from '../../jobs/sla.ts';
import { assetWord, shownContent } from '../../portal/page/asset-word.ts';
import { type Badge, badges } from '../badge.ts';
import { agoText, dueText } from '../language/moment.ts';
import { word } from '../language/word.ts';
import { deskPage, type Frame, type Html, ROOT } from '../page.ts';
import { DISPUTE_PARTS, type DisputeEntry, type DisputePart, type DisputeQueue } from './dispute.ts';

/** The disputes that wait, the most urgent first. */
export function disputesPage(frame: Frame, part: DisputePart, queue: DisputeQueue, done: Html | null): Html {
  const { words } = frame;
  const { counts, disputes, next } = queue;
  const partWord = (name: DisputePart) =>
    words.word(name === 'asked' ? 'desk.dispute.asked' : `desk.queue.part.${name}`);
  return deskPage(
    frame,
    '/disputes',
    words.t('desk.dispute.title'),
    html`${done === null ? '' : html`<p class="notice ok" role="status">${done}</p>`}
<div class="lead"><h1>${words.t('desk.dispute.title')}</h1><p class="quiet">${words.t('desk.dispute.intro')}</p></div>
<ul class="filters" aria-label="${words.label('desk.queue.parts')}">${DISPUTE_PARTS.map(
      (name) =>
        html`<li><a href="${ROOT}/disputes?part=${name}"${name === part ? raw(' aria-current="true"') : ''}>${words.t('desk.queue.partCount', { part: partWord(name), number: counts[name] })}</a></li>`,
    )}</ul>
${
  disputes.length === 0
    ? html`<div class="card"><p>${words.t(part === 'open' ? 'desk.dispute.none' : 'desk.queue.nothing')}</p></div>`
    : html`<ol class="rows">${disputes.map((dispute, index) => disputeRow(frame, dispute, index === 0))}</ol>`
}
${next === null ? '' : html`<p><a href="${ROOT}/disputes?part=${part}&after=${next}">${words.t('desk.later')}</a></p>`}`,
  );
}

/** One dispute of a list. @param isFirst whether the key for the next one leads to it */
export function disputeRow(frame: Frame, dispute: DisputeEntry, isFirst = false): Html {
  const { words } = frame;
  const { id, status, content, createdAt, organization, asset } = dispute;
  const blocked = {
    content: html`<bdi class="mono">${shownContent(asset.type, asset.content)}</bdi>`,
    kind: assetWord(asset.type, words),
  };
  return html`<li><div class="row-head"><h2 class="mono"><a href="${ROOT}/disputes/${id}"${isFirst ? raw(' accesskey="n"') : ''}>${content}</a></h2>
<span class="small quiet">${words.t('desk.dispute.numbered', { number: String(id) })}${organization === null ? '' : html` · <bdi>${organization}</bdi>`} · ${agoText(frame, createdAt)}</span></div>
<p class="small quiet">${
    status === 'OPEN'
      ? words.t('desk.dispute.blockedWith', blocked)
      : words.t('desk.dispute.wasBlockedWith', { ...blocked, state: word(words, status) })
  }</p>
${badges(badgesOf(frame, dispute))}</li>`;
}

/** Where a dispute stands, in short. */
export function badgesOf(frame: Frame, dispute: DisputeEntry): Badge[] {
  const { words, now } = frame;
  const { status, skippedAt, advice, mergedIntoId, isAsked, isAnswered } = dispute;
  const due = dueAt(dispute.createdAt, REVIEW_HOURS);
  if (status !== 'OPEN') return [{ text: word(words, status), tone: 'ok' }];
  if (mergedIntoId !== null) return [{ text: words.t('desk.dispute.mergedWith', { number: String(mergedIntoId) }) }];
  return [
    { text: dueText(frame, due), ...(isBreached(due, null, now) ? { tone: 'danger' as const } : {}) },
    ...(isAnswered ? [{ text: words.t('desk.badge.answered'), tone: 'ok' as const }] : []),
    ...(isAsked ? [{ text: words.t('desk.badge.sender') }] : []),
    ...(skippedAt === null ? [] : [{ text: words.t('desk.badge.skipped') }]),
    ...(isWithOrganization(dispute) ? [{ text: words.t('desk.badge.organization') }] : []),
    ...(advice === null
      ? []
      : [
          {
            text: words.t(advice === 'ACCEPT' ? 'desk.dispute.wantsOff' : 'desk.dispute.wantsOn'),
            tone: 'ok' as const,
          },
        ]),
  ];
}
