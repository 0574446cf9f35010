import { html, raw } from 'hono/html';
import { isWithOrganization } from '../../../feature/dispute/decision.ts';
import { dueAt, isBreached, REVIEW_HOURS } from '../../../feature/review/sla.ts';
import { assetWord, shownContent } from '../../../page/asset-word.ts';
import { type Badges, badges } from '../../../page/list.ts';
import { headWord, sourceText, word } from '../../../page/value-word.ts';
import type { Html } from '../../../page/words.ts';
import type { Frame } from '../../page.ts';
import { hasRole } from '../../person.ts';
import { agoText, dueText } from '../../words.ts';
import { type CaseState, caseLink, casePage, casePath, whose } from '../case.ts';
import { answerForm, closedCard, decisionForm, mergeForm, noteField, viewerCard } from '../case-form.ts';
import { questionForm } from '../inquiry.ts';
import type { DisputeCase, DisputeEntry } from './dispute.ts';

/** One dispute of a list. @param isFirst whether the key for the next one leads to it */
export function disputeRow(frame: Frame, dispute: DisputeEntry, isFirst = false): Html {
  const { words } = frame;
  const { id, status, content, createdAt, asset } = dispute;
  const blocked = {
    content: html`<bdi class="mono">${shownContent(asset.type, asset.content)}</bdi>`,
    kind: assetWord(asset.type, words),
  };
  return html`<li><div class="row-head"><h2 class="mono"><a href="${casePath('dispute', id)}"${isFirst ? raw(' accesskey="n"') : ''}>${content}</a></h2>
<span class="small quiet">${whose(words, 'dispute', dispute)} · ${agoText(frame, createdAt)}</span></div>
<p class="small quiet">${
    status === 'OPEN'
      ? words.t('desk.dispute.blockedWith', blocked)
      : words.t('desk.dispute.wasBlockedWith', { ...blocked, state: word(words, status) })
  }</p>
${badges(badgesOf(frame, dispute))}</li>`;
}

/** The state of a dispute as badges. */
function badgesOf(frame: Frame, dispute: DisputeEntry): Badges {
  const { words, now } = frame;
  const { status, skippedAt, advice, mergedIntoId, isAsked, isAnswered } = dispute;
  const due = dueAt(dispute.createdAt, REVIEW_HOURS);
  if (status !== 'OPEN') return [{ text: word(words, status), tone: 'ok' }];
  if (mergedIntoId !== null) return [{ text: words.t('desk.dispute.mergedWith', { number: String(mergedIntoId) }) }];
  return [
    { text: dueText(frame, due), tone: isBreached(due, null, now) ? 'danger' : undefined },
    isAnswered && { text: words.t('desk.badge.answered'), tone: 'ok' },
    isAsked && { text: words.t('desk.badge.sender') },
    skippedAt !== null && { text: words.t('desk.badge.skipped') },
    isWithOrganization(dispute) && { text: words.t('desk.badge.organization') },
    advice !== null && {
      text: words.t(advice === 'ACCEPT' ? 'desk.dispute.wantsOff' : 'desk.dispute.wantsOn'),
      tone: 'ok',
    },
  ];
}

/** The page of one dispute: what is disputed, why it is blocked, and the possible decisions. */
export function disputePage(frame: Frame, dispute: DisputeCase, state: CaseState = {}): Html {
  const { words } = frame;
  const view = {
    kind: 'dispute',
    list: 'dispute',
    heading: html`<span class="mono">${dispute.content}</span>`,
    badges: badgesOf(frame, dispute),
    isOpen: dispute.status === 'OPEN',
    evidence: html`<section class="card facts"><h2>${words.t('desk.dispute.say')}</h2><p class="written" dir="auto">${dispute.description ?? words.t('desk.dispute.noReason')}</p>
${dispute.email !== null && hasRole(frame.person, 'reviewer') ? html`<dl><div><dt>${words.t('desk.dispute.contact')}</dt><dd><bdi>${dispute.email}</bdi></dd></div></dl>` : ''}</section>
${block(frame, dispute)}`,
    actions: actions(frame, dispute, state),
  } as const;
  return casePage(frame, dispute, view, state);
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
            html`<p>${caseLink(words, 'report', id)} ${agoText(frame, createdAt)}${title === null ? '' : html`: <bdi>${title}</bdi>`}</p>`,
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
            html`<p>${caseLink(words, 'dispute', id)} ${mergedIntoId === null ? word(words, state) : words.t('desk.dispute.mergedWith', { number: String(mergedIntoId) })} · ${agoText(frame, createdAt)}</p>`,
        )
  }</dd></div></dl></section>`;
}

function actions(frame: Frame, dispute: DisputeCase, state: CaseState): Html {
  const { words } = frame;
  const { id, status, decidedAt, note, mergedIntoId, others } = dispute;
  if (status !== 'OPEN')
    return closedCard(
      words.t('desk.decision.done'),
      decidedAt === null
        ? headWord(words, status)
        : words.t('desk.dispute.decidedOn', { state: word(words, status), when: agoText(frame, decidedAt) }),
      note === null ? '' : html`<p class="written" dir="auto">${note}</p>`,
    );
  if (mergedIntoId !== null) {
    const into = words.t('desk.dispute.decidedWith', { dispute: caseLink(words, 'dispute', mergedIntoId) });
    return closedCard(words.t('desk.decision.merged'), into);
  }
  if (!hasRole(frame.person, 'reviewer')) return viewerCard(words);
  const path = casePath('dispute', id);
  const [same] = others.filter(
    (other) =>
      other.status === 'OPEN' && other.mergedIntoId === null && other.organizationId === dispute.organizationId,
  );
  return html`${decisionForm(
    frame,
    `${path}/decision`,
    'desk.decision.title',
    noteField(words, 'note', 'desk.dispute.told', state.note ?? note ?? ''),
    html`<button type="submit" name="decision" value="ACCEPTED" accesskey="a">${words.t('desk.dispute.accept')}</button>
<button class="plain" type="submit" name="decision" value="REJECTED" accesskey="r">${words.t('desk.dispute.reject')}</button>
<button class="plain" type="submit" name="decision" value="SKIP" accesskey="s">${words.t('desk.decision.skip')}</button>
<button class="plain" type="submit" name="decision" value="ESCALATE" accesskey="e">${words.t('desk.decision.escalate')}</button>`,
  )}
${
  isWithOrganization(dispute) && hasRole(frame.person, 'admin')
    ? answerForm(
        frame,
        path,
        '',
        html`<button type="submit" name="advice" value="ACCEPT">${words.t('desk.dispute.shouldGo')}</button>
<button class="plain" type="submit" name="advice" value="REJECT">${words.t('desk.dispute.shouldStay')}</button>`,
      )
    : ''
}
${questionForm(frame, `${path}/question`, dispute.correspondence, state.question ?? '')}
${same === undefined ? '' : mergeForm(frame, 'dispute', id, same.id)}`;
}
