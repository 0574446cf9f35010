import { html } from 'hono/html';
import { isWithOrganization } from '../../feature/dispute/triage.ts';
import { assetWord, shownContent } from '../../portal/page/asset-word.ts';
import { generalProblems } from '../../portal/page/field.ts';
import { badges } from '../badge.ts';
import { NO_IMPLICIT_PRESS } from '../form.ts';
import { conversation } from '../inquiry/conversation.ts';
import { questionForm } from '../inquiry/question-form.ts';
import { agoText } from '../moment.ts';
import { deskPage, type Frame, type Html, ROOT, token } from '../page.ts';
import { hasRole } from '../person.ts';
import type { DisputeCase } from './dispute.ts';
import { badgesOf } from './disputes-page.ts';

export type DisputeState = {
  readonly problem?: string;
  readonly done?: string | null;
  readonly note?: string;
  readonly question?: string;
  readonly next?: number | null;
};

/** One dispute on a page: what is disputed, why it is blocked, and what can be done. */
export function disputePage(frame: Frame, dispute: DisputeCase, state: DisputeState = {}): Html {
  const { id, content, createdAt, organization, status, letters } = dispute;
  return deskPage(
    frame,
    '/disputes',
    `Dispute ${id}`,
    html`${state.done ? html`<p class="notice ok" role="status">${state.done}</p>` : ''}
${generalProblems(state.problem === undefined ? [] : [`Nothing was changed. ${state.problem}`])}
<div class="lead"><h1 class="mono">${content}</h1>
<p class="quiet">Dispute ${id}${organization === null ? '' : ` · ${organization}`} · sent ${agoText(createdAt, frame.now)}</p>
${badges(badgesOf(dispute))}
<p class="small">${status === 'OPEN' ? html`<a href="#actions">To the decision</a> · ` : ''}${
      state.next
        ? html`<a href="${ROOT}/disputes/${state.next}" accesskey="n">Next dispute</a>`
        : html`<a href="${ROOT}/disputes">All disputes</a>`
    }</p></div>
<div class="case"><div class="evidence">
<section class="card facts"><h2>What they say</h2><p class="written">${dispute.description ?? 'They gave no reason.'}</p>
${dispute.email !== null && hasRole(frame.person, 'reviewer') ? html`<dl><div><dt>Contact</dt><dd>${dispute.email}</dd></div></dl>` : ''}</section>
${block(frame, dispute)}
${conversation(frame, letters)}
</div><div class="actions" id="actions">${actions(frame, dispute, state)}</div></div>`,
  );
}

function block({ now }: Frame, dispute: DisputeCase): Html {
  const { asset, blocked, lists, reports, others } = dispute;
  const { status, source, reason, decidedAt } = blocked;
  return html`<section class="card facts"><h2>Why it is blocked</h2>
<p class="mono">${shownContent(asset.type, asset.content)}</p><p class="small quiet">${assetWord(asset.type)}</p>
<dl><div><dt>Now</dt><dd>${status.toLowerCase()}${decidedAt === null ? '' : `, ${agoText(decidedAt, now)}`}</dd></div>
${source === null ? '' : html`<div><dt>By</dt><dd>${source}</dd></div>`}
${reason === null ? '' : html`<div><dt>Reason</dt><dd>${reason}</dd></div>`}
<div><dt>Imported lists</dt><dd>${
    lists.length === 0
      ? 'None names it'
      : lists.map(
          ({ source: list, status: says, reason: why }) =>
            html`<p>${list}: ${says.toLowerCase()}${why === null ? '' : `, ${why}`}</p>`,
        )
  }</dd></div>
<div><dt>Reports</dt><dd>${
    reports.length === 0
      ? 'None'
      : reports.map(
          ({ id, title, createdAt }) =>
            html`<p><a href="${ROOT}/reports/${id}">Report ${id}</a> ${agoText(createdAt, now)}${title === null ? '' : `: ${title}`}</p>`,
        )
  }</dd></div>
${
  dispute.adviceNote === null
    ? ''
    : html`<div><dt>The organization says</dt><dd class="written">${dispute.adviceNote}</dd></div>`
}
<div><dt>Other disputes</dt><dd>${
    others.length === 0
      ? 'None'
      : others.map(
          ({ id, status: state, createdAt, mergedIntoId }) =>
            html`<p><a href="${ROOT}/disputes/${id}">Dispute ${id}</a> ${mergedIntoId === null ? state.toLowerCase() : `merged with dispute ${mergedIntoId}`}, ${agoText(createdAt, now)}</p>`,
        )
  }</dd></div></dl></section>`;
}

function actions(frame: Frame, dispute: DisputeCase, { note = '', question = '' }: DisputeState): Html {
  const { id, status, decidedAt, note: told } = dispute;
  if (status !== 'OPEN')
    return html`<section class="card"><h2>Decided</h2><p>It was ${status.toLowerCase()} ${decidedAt === null ? '' : agoText(decidedAt, frame.now)}.</p>
${told === null ? '' : html`<p class="written">${told}</p>`}</section>`;
  if (dispute.mergedIntoId !== null)
    return html`<section class="card"><h2>Merged</h2><p>It is decided with <a href="${ROOT}/disputes/${dispute.mergedIntoId}">dispute ${dispute.mergedIntoId}</a>.</p></section>`;
  if (!hasRole(frame.person, 'reviewer'))
    return html`<section class="card"><h2>Decision</h2><p>You see this as a viewer: a reviewer decides.</p></section>`;
  return html`<form class="card" method="post" action="${ROOT}/disputes/${id}/decision">${token(frame)}${NO_IMPLICIT_PRESS}
<h2>Decision</h2>
<div class="field"><label for="note">What they are told (optional)</label>
<p class="small quiet" id="note-hint">Whoever disputed it reads it with the receipt.</p>
<textarea id="note" name="note" rows="3" maxlength="2000" aria-describedby="note-hint">
${note}</textarea></div>
<div class="buttons"><button type="submit" name="decision" value="ACCEPTED" accesskey="a">Accept: take it off</button>
<button class="plain" type="submit" name="decision" value="REJECTED" accesskey="r">Reject: it stays</button>
<button class="plain" type="submit" name="decision" value="SKIP" accesskey="s">Skip</button>
<button class="plain" type="submit" name="decision" value="ESCALATE" accesskey="e">Ask the organization</button></div></form>
${isWithOrganization(dispute) && hasRole(frame.person, 'admin') ? advice(frame, id) : ''}
${questionForm(frame, `${ROOT}/disputes/${id}/question`, dispute.letters, question)}
${merge(frame, dispute)}`;
}

function advice(frame: Frame, id: number): Html {
  return html`<form class="card" method="post" action="${ROOT}/disputes/${id}/answer">${token(frame)}${NO_IMPLICIT_PRESS}
<h2>Answer for the organization</h2>
<div class="field"><label for="advice-note">What reviewers should know (optional)</label>
<textarea id="advice-note" name="note" rows="3" maxlength="2000"></textarea></div>
<div class="buttons"><button type="submit" name="advice" value="ACCEPT">It should be taken off</button>
<button class="plain" type="submit" name="advice" value="REJECT">It should stay</button></div></form>`;
}

/** Where another dispute about the same waits. */
function merge(frame: Frame, { id, others, organizationId }: DisputeCase): Html | string {
  const [first] = others.filter(
    (other) => other.status === 'OPEN' && other.mergedIntoId === null && other.organizationId === organizationId,
  );
  if (first === undefined) return '';
  return html`<form class="card" method="post" action="${ROOT}/disputes/${id}/merge">${token(frame)}
<h2>Merge</h2>
<div class="field"><label for="into">The same as dispute number</label>
<p class="small quiet" id="into-hint">Both are decided there. Each person keeps their own receipt and is told of the decision.</p>
<input type="text" inputmode="numeric" id="into" name="into" required maxlength="15" value="${first.id}" aria-describedby="into-hint"></div>
<button class="plain" type="submit">Merge</button></form>`;
}
