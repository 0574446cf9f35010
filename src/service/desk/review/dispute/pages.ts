import { html, raw } from 'hono/html';
import { isWithOrganization } from '../../../feature/dispute/decision.ts';
import { dueAt, isBreached, REVIEW_HOURS } from '../../../feature/review/sla.ts';
import { assetWord, shownContent } from '../../../portal/page/asset-word.ts';
import { generalProblems } from '../../../portal/page/field.ts';
import { type Badge, badges, deskPage, type Frame, type Html, NO_IMPLICIT_PRESS, ROOT, token } from '../../page.ts';
import { hasRole } from '../../person.ts';
import { agoText, dueText, headWord, sourceText, word } from '../../words.ts';
import { historySection } from '../history.ts';
import { conversation, questionForm } from '../inquiry.ts';
import { DISPUTE_PARTS, type DisputeCase, type DisputeEntry, type DisputePart, type DisputeQueue } from './dispute.ts';

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

/** The state of a dispute as badges. */
function badgesOf(frame: Frame, dispute: DisputeEntry): Badge[] {
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

export type DisputeState = {
  readonly problem?: Html;
  readonly done?: Html | null;
  readonly note?: string;
  readonly question?: string;
  readonly next?: number | null;
};

/** The page of one dispute: what is disputed, why it is blocked, and the possible decisions. */
export function disputePage(frame: Frame, dispute: DisputeCase, state: DisputeState = {}): Html {
  const { words } = frame;
  const { id, content, createdAt, organization, status, correspondence } = dispute;
  const number = words.t('desk.dispute.numbered', { number: String(id) });
  return deskPage(
    frame,
    '/disputes',
    number,
    html`${state.done ? html`<p class="notice ok" role="status">${state.done}</p>` : ''}
${generalProblems(state.problem === undefined ? [] : [words.t('desk.error.changed', { reason: state.problem })])}
<div class="lead"><h1 class="mono">${content}</h1>
<p class="quiet">${number}${organization === null ? '' : html` · <bdi>${organization}</bdi>`} · ${words.t('desk.dispute.sent', { when: agoText(frame, createdAt) })}</p>
${badges(badgesOf(frame, dispute))}
<p class="small">${status === 'OPEN' ? html`<a href="#actions">${words.t('desk.decision.to')}</a> · ` : ''}${
      state.next
        ? html`<a href="${ROOT}/disputes/${state.next}" accesskey="n">${words.t('desk.dispute.next')}</a>`
        : html`<a href="${ROOT}/disputes">${words.t('desk.dispute.all')}</a>`
    }</p></div>
<div class="case"><div class="evidence">
<section class="card facts"><h2>${words.t('desk.dispute.say')}</h2><p class="written" dir="auto">${dispute.description ?? words.t('desk.dispute.noReason')}</p>
${dispute.email !== null && hasRole(frame.person, 'reviewer') ? html`<dl><div><dt>${words.t('desk.dispute.contact')}</dt><dd><bdi>${dispute.email}</bdi></dd></div></dl>` : ''}</section>
${block(frame, dispute)}
${conversation(frame, correspondence)}
${historySection(frame, 'dispute', dispute.history)}
</div><div class="actions" id="actions">${actions(frame, dispute, state)}</div></div>`,
  );
}

function block(frame: Frame, dispute: DisputeCase): Html {
  const { words } = frame;
  const { asset, blocked, lists, reports, others } = dispute;
  const { status, source, reason, decidedAt } = blocked;
  return html`<section class="card facts"><h2>${words.t('desk.dispute.why')}</h2>
<p class="mono">${shownContent(asset.type, asset.content)}</p><p class="small quiet">${assetWord(asset.type, words)}</p>
<dl><div><dt>${words.t('desk.dispute.now')}</dt><dd>${word(words, status)}${decidedAt === null ? '' : html` · ${agoText(frame, decidedAt)}`}</dd></div>
${source === null ? '' : html`<div><dt>${words.t('desk.dispute.by')}</dt><dd>${sourceText(words, source)}</dd></div>`}
${reason === null ? '' : html`<div><dt>${words.t('desk.dispute.reason')}</dt><dd><bdi>${reason}</bdi></dd></div>`}
<div><dt>${words.t('desk.dispute.lists')}</dt><dd>${
    lists.length === 0
      ? words.t('desk.dispute.noList')
      : lists.map(
          ({ source: list, status: says, reason: why }) =>
            html`<p><bdi>${list}</bdi>: ${word(words, says)}${why === null ? '' : html` · <bdi>${why}</bdi>`}</p>`,
        )
  }</dd></div>
<div><dt>${words.t('desk.tab.reports')}</dt><dd>${
    reports.length === 0
      ? words.t('desk.asset.noReports')
      : reports.map(
          ({ id, title, createdAt }) =>
            html`<p><a href="${ROOT}/reports/${id}">${words.t('desk.report.numbered', { number: String(id) })}</a> ${agoText(frame, createdAt)}${title === null ? '' : html`: <bdi>${title}</bdi>`}</p>`,
        )
  }</dd></div>
${
  dispute.adviceNote === null
    ? ''
    : html`<div><dt>${words.t('desk.dispute.organizationSays')}</dt><dd class="written" dir="auto">${dispute.adviceNote}</dd></div>`
}
<div><dt>${words.t('desk.dispute.others')}</dt><dd>${
    others.length === 0
      ? words.t('desk.dispute.noOthers')
      : others.map(
          ({ id, status: state, createdAt, mergedIntoId }) =>
            html`<p><a href="${ROOT}/disputes/${id}">${words.t('desk.dispute.numbered', { number: String(id) })}</a> ${mergedIntoId === null ? word(words, state) : words.t('desk.dispute.mergedWith', { number: String(mergedIntoId) })} · ${agoText(frame, createdAt)}</p>`,
        )
  }</dd></div></dl></section>`;
}

function actions(frame: Frame, dispute: DisputeCase, { note = '', question = '' }: DisputeState): Html {
  const { words } = frame;
  const { id, status, decidedAt, note: told } = dispute;
  if (status !== 'OPEN')
    return html`<section class="card"><h2>${words.t('desk.decision.done')}</h2><p>${
      decidedAt === null
        ? headWord(words, status)
        : words.t('desk.dispute.decidedOn', { state: word(words, status), when: agoText(frame, decidedAt) })
    }</p>
${told === null ? '' : html`<p class="written" dir="auto">${told}</p>`}</section>`;
  if (dispute.mergedIntoId !== null)
    return html`<section class="card"><h2>${words.t('desk.decision.merged')}</h2><p>${words.t(
      'desk.dispute.decidedWith',
      {
        dispute: html`<a href="${ROOT}/disputes/${dispute.mergedIntoId}">${words.t('desk.dispute.numbered', { number: String(dispute.mergedIntoId) })}</a>`,
      },
    )}</p></section>`;
  if (!hasRole(frame.person, 'reviewer'))
    return html`<section class="card"><h2>${words.t('desk.decision.title')}</h2><p>${words.t('desk.decision.viewer')}</p></section>`;
  return html`<form class="card" method="post" action="${ROOT}/disputes/${id}/decision">${token(frame)}${NO_IMPLICIT_PRESS}
<h2>${words.t('desk.decision.title')}</h2>
<div class="field"><label for="note">${words.t('desk.optional', { label: words.word('desk.dispute.told') })}</label>
<p class="small quiet" id="note-hint">${words.t('desk.dispute.toldHint')}</p>
<textarea id="note" name="note" rows="3" maxlength="2000" aria-describedby="note-hint" dir="auto">
${note}</textarea></div>
<div class="buttons"><button type="submit" name="decision" value="ACCEPTED" accesskey="a">${words.t('desk.dispute.accept')}</button>
<button class="plain" type="submit" name="decision" value="REJECTED" accesskey="r">${words.t('desk.dispute.reject')}</button>
<button class="plain" type="submit" name="decision" value="SKIP" accesskey="s">${words.t('desk.decision.skip')}</button>
<button class="plain" type="submit" name="decision" value="ESCALATE" accesskey="e">${words.t('desk.decision.escalate')}</button></div></form>
${isWithOrganization(dispute) && hasRole(frame.person, 'admin') ? advice(frame, id) : ''}
${questionForm(frame, `${ROOT}/disputes/${id}/question`, dispute.correspondence, question)}
${merge(frame, dispute)}`;
}

function advice(frame: Frame, id: number): Html {
  const { words } = frame;
  return html`<form class="card" method="post" action="${ROOT}/disputes/${id}/answer">${token(frame)}${NO_IMPLICIT_PRESS}
<h2>${words.t('desk.decision.answerTitle')}</h2>
<div class="field"><label for="advice-note">${words.t('desk.optional', { label: words.word('desk.decision.answerNote') })}</label>
<textarea id="advice-note" name="note" rows="3" maxlength="2000" dir="auto"></textarea></div>
<div class="buttons"><button type="submit" name="advice" value="ACCEPT">${words.t('desk.dispute.shouldGo')}</button>
<button class="plain" type="submit" name="advice" value="REJECT">${words.t('desk.dispute.shouldStay')}</button></div></form>`;
}

/** The form that merges a dispute into another open one about the same asset. */
function merge(frame: Frame, { id, others, organizationId }: DisputeCase): Html | string {
  const [first] = others.filter(
    (other) => other.status === 'OPEN' && other.mergedIntoId === null && other.organizationId === organizationId,
  );
  if (first === undefined) return '';
  const { words } = frame;
  return html`<form class="card" method="post" action="${ROOT}/disputes/${id}/merge">${token(frame)}
<h2>${words.t('desk.decision.merge')}</h2>
<div class="field"><label for="into">${words.t('desk.dispute.sameAs')}</label>
<p class="small quiet" id="into-hint">${words.t('desk.dispute.mergeHint')}</p>
<input type="text" inputmode="numeric" id="into" name="into" required maxlength="15" value="${first.id}" aria-describedby="into-hint"></div>
<button class="plain" type="submit">${words.t('desk.decision.merge')}</button></form>`;
}
