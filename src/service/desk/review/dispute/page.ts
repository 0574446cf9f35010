import { html } from 'hono/html';
import { isWithOrganization } from '../../../feature/dispute/decision.ts';
import { assetWord, shownContent } from '../../../page/asset-word.ts';
import { type Badges, facts, lines, written } from '../../../page/list.ts';
import { headWord, sourceText, word } from '../../../page/value-word.ts';
import type { Html } from '../../../page/words.ts';
import { versionField } from '../../form.ts';
import type { Frame } from '../../page.ts';
import { hasRole } from '../../person.ts';
import { agoText, dueBadge } from '../../words.ts';
import { type CaseState, type CaseView, caseLink, casePane, casePath } from '../case.ts';
import { answerForm, type Choice, choiceForm, closedCard, mergeForm, viewerCard } from '../case-form.ts';
import { questionForm } from '../inquiry.ts';
import { type DisputeCase, type DisputeEntry, draftOf } from './dispute.ts';

/** The state of a dispute as badges. */
export function badgesOf(frame: Frame, dispute: DisputeEntry): Badges {
  const { words } = frame;
  const { status, skippedAt, advice, mergedIntoId, isAsked, isAnswered } = dispute;
  if (status !== 'OPEN') return [{ text: word(words, status) }];
  if (mergedIntoId !== null) return [{ text: words.t('desk.dispute.mergedWith', { number: String(mergedIntoId) }) }];
  return [
    dueBadge(frame, dispute.createdAt),
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

/** One dispute: what is disputed, why it is blocked, and the possible decisions. */
export function disputePane(frame: Frame, dispute: DisputeCase, state: CaseState = {}): Html {
  const { words } = frame;
  const view = {
    kind: 'dispute',
    heading: html`<span class="mono">${dispute.content}</span>`,
    badges: badgesOf(frame, dispute),
    evidence: html`<section class="card facts"><h3>${words.t('desk.dispute.say')}</h3>${written(dispute.description ?? words.t('desk.dispute.noReason'))}
${dispute.email !== null && hasRole(frame.person, 'reviewer') ? facts([[words.t('desk.dispute.contact'), html`<bdi>${dispute.email}</bdi>`]]) : ''}</section>
${block(frame, dispute)}`,
    ...actions(frame, dispute, state),
  } as const;
  return casePane(frame, dispute, view, state);
}

const CHOICES: readonly Choice[] = [
  ['ACCEPTED', 'desk.dispute.accept', 'desk.dispute.messageHint', 'a'],
  ['REJECTED', 'desk.dispute.reject', 'desk.dispute.messageHint', 'r'],
  ['ESCALATE', 'desk.decision.escalate', 'desk.dispute.messageHint', 'e'],
];

function block(frame: Frame, dispute: DisputeCase): Html {
  const { words } = frame;
  const { asset, lists, reports, others } = dispute;
  const { status, source, reason, decidedAt } = asset;
  return html`<section class="card facts"><h3>${words.t('desk.dispute.why')}</h3>
<p class="mono">${shownContent(asset.type, asset.content)}</p><p class="small quiet">${assetWord(asset.type, words)}</p>
${facts([
  [
    words.t('desk.dispute.now'),
    html`${word(words, status)}${decidedAt === null ? '' : html` · ${agoText(frame, decidedAt)}`}`,
  ],
  [words.t('desk.dispute.by'), source && sourceText(words, source)],
  [words.t('desk.dispute.reason'), reason && html`<bdi>${reason}</bdi>`],
  [
    words.t('desk.dispute.lists'),
    lines(
      lists,
      ({ source: list, status: says, reason: why }) =>
        html`<p><bdi>${list}</bdi>: ${word(words, says)}${why === null ? '' : html` · <bdi>${why}</bdi>`}</p>`,
    ),
  ],
  [
    words.t('desk.tab.reports'),
    lines(
      reports,
      ({ id, title, createdAt }) =>
        html`<p>${caseLink(words, 'report', id)} ${agoText(frame, createdAt)}${title === null ? '' : html`: <bdi>${title}</bdi>`}</p>`,
    ),
  ],
  [words.t('desk.dispute.organizationSays'), dispute.adviceNote && written(dispute.adviceNote)],
  [
    words.t('desk.dispute.others'),
    lines(
      others,
      ({ id, status: state, createdAt, mergedIntoId }) =>
        html`<p>${caseLink(words, 'dispute', id)} ${mergedIntoId === null ? word(words, state) : words.t('desk.dispute.mergedWith', { number: String(mergedIntoId) })} · ${agoText(frame, createdAt)}</p>`,
    ),
  ],
])}</section>`;
}

function actions(frame: Frame, dispute: DisputeCase, state: CaseState): Pick<CaseView, 'decision' | 'more'> {
  const { words } = frame;
  const { id, status, decidedAt, note, mergedIntoId, others } = dispute;
  if (status !== 'OPEN')
    return {
      decision: closedCard(
        words.t('desk.decision.done'),
        decidedAt === null
          ? headWord(words, status)
          : words.t('desk.dispute.decidedOn', { state: word(words, status), when: agoText(frame, decidedAt) }),
        html`${note === null ? '' : written(note)}${
          mergedIntoId === null && hasRole(frame.person, 'reviewer')
            ? html`<p><a href="${casePath('dispute', id)}/undo${frame.keep}">${words.t('desk.undo.link')}</a></p>`
            : ''
        }`,
      ),
      more: '',
    };
  if (mergedIntoId !== null) {
    const into = words.t('desk.dispute.decidedWith', { dispute: caseLink(words, 'dispute', mergedIntoId) });
    return { decision: closedCard(words.t('desk.decision.merged'), into), more: '' };
  }
  if (!hasRole(frame.person, 'reviewer')) return { decision: viewerCard(words), more: '' };
  const path = casePath('dispute', id);
  const [same] = others.filter(
    (other) =>
      other.status === 'OPEN' && other.mergedIntoId === null && other.organizationId === dispute.organizationId,
  );
  return {
    decision: choiceForm(
      frame,
      path,
      CHOICES,
      { ...state, note: state.note ?? note ?? '' },
      { note: 'desk.dispute.message', more: versionField(draftOf(dispute)) },
    ),
    more: html`${
      isWithOrganization(dispute) && hasRole(frame.person, 'admin')
        ? answerForm(
            frame,
            path,
            '',
            html`<button type="submit" name="advice" value="ACCEPT">${words.t('desk.dispute.shouldGo')}</button>
<button class="plain" type="submit" name="advice" value="REJECT">${words.t('desk.dispute.shouldStay')}</button>`,
            state['answer-note'],
          )
        : ''
    }
${questionForm(frame, `${path}/question`, dispute.correspondence, state.question)}
${same === undefined ? '' : mergeForm(frame, 'dispute', path, same.id)}`,
  };
}
