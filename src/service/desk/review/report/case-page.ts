import { html, raw } from 'hono/html';
import type { TextKey } from '../../../../language/catalogue.ts';
import { dueAt, isBreached, REVIEW_HOURS } from '../../../feature/review/sla.ts';
import type { Words } from '../../../portal/language/words.ts';
import { shownContent } from '../../../portal/page/asset-word.ts';
import { generalProblems } from '../../../portal/page/field.ts';
import { apartList, badges, deskPage, type Frame, type Html, NO_IMPLICIT_PRESS, ROOT, token } from '../../page.ts';
import { hasRole } from '../../person.ts';
import { agoText, dueText, word } from '../../words.ts';
import { historySection } from '../history.ts';
import { conversation, questionForm } from '../inquiry.ts';
import type { AssetFacts } from './asset-facts.ts';
import { assetSection, needsSecondLook } from './asset-section.ts';
import type { ReportCase, ReportFile } from './case.ts';

/** What a refused form shows again. */
export type CaseState = {
  readonly problem?: Html;
  /** What was done, announced when the page opens. */
  readonly done?: Html | null;
  readonly note?: string;
  readonly told?: string;
  /** Numbers of the proposals that were chosen. */
  readonly chosen?: readonly string[];
  readonly question?: string;
  readonly next?: number | null;
};

/** The page of one report: what was sent, what is known, and the possible decisions. */
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
${conversation(frame, report.correspondence)}
${historySection(frame, 'report', report.history)}
</div>
<div class="actions" id="actions">${actions(frame, report, state)}</div></div>`,
  );
}

/** What the reporter says, with the files. Contact data is shown to reviewers only. */
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
${links.length === 0 ? '' : html`<div><dt>${words.t('desk.report.fact.links')}</dt><dd class="mono">${apartList(words, links)}</dd></div>`}</dl>
${files.length === 0 ? '' : html`<ul class="files">${files.map((one) => file(words, one))}</ul>`}</section>`;
}

function file(words: Words, { id, fileName, mediaType, sizeBytes }: ReportFile): Html {
  const path = `${ROOT}/files/${id}`;
  return html`<li>${mediaType.startsWith('image/') ? html`<img src="${path}" alt="${fileName}" loading="lazy">` : ''}
<a href="${path}"><bdi>${fileName}</bdi></a> <span class="small quiet"><bdi>${mediaType}</bdi> · ${words.fileSize(sizeBytes)}</span></li>`;
}

const BUTTONS = [
  ['APPROVE', 'desk.report.approve', 'a', ''],
  ['REJECT', 'desk.report.reject', 'r', 'plain'],
  ['SKIP', 'desk.decision.skip', 's', 'plain'],
  ['ESCALATE', 'desk.decision.escalate', 'e', 'plain'],
] as const;

/** Approves alone what needs two people. The audit log records it. */
const override = (words: Words): Html => html`<fieldset><legend>${words.t('desk.report.override.title')}</legend>
<p class="small quiet" id="override-hint">${words.t('desk.report.override.hint')}</p>
<p><input type="checkbox" name="override" value="yes" id="override" aria-describedby="override-hint">
<label for="override">${words.t('desk.report.override.label')}</label></p></fieldset>`;

/** The forms of a report that this person may send: none once it is closed, and none for a viewer. */
function actions(frame: Frame, report: ReportCase, state: CaseState): Html | string {
  const { words } = frame;
  if (report.status === 'CLOSED')
    return html`<section class="card"><h2>${words.t('desk.decision.done')}</h2><p>${words.t('desk.report.nothingWaits')}</p></section>`;
  if (!hasRole(frame.person, 'reviewer'))
    return html`<section class="card"><h2>${words.t('desk.decision.title')}</h2><p>${words.t('desk.decision.viewer')}</p></section>`;
  const pending = report.assets.filter(({ proposal }) => proposal?.reviewStatus === 'PENDING');
  const escalated = pending.filter(
    ({ proposal }) => proposal!.escalatedToOrganization && proposal!.answeredAt === null,
  );
  return html`${decision(frame, report.id, pending, state)}
${escalated.length === 0 || !hasRole(frame.person, 'admin') ? '' : answer(frame, report.id, escalated)}
${questionForm(frame, `${ROOT}/reports/${report.id}/question`, report.correspondence, state.question ?? '')}
${merge(frame, report)}`;
}

function decision(frame: Frame, id: number, pending: readonly AssetFacts[], state: CaseState): Html {
  const { words } = frame;
  return html`<form class="card" method="post" action="${ROOT}/reports/${id}/decision">${token(frame)}${NO_IMPLICIT_PRESS}
<h2>${words.t('desk.decision.title')}</h2>
${choice(words, 'decide', pending, state.chosen)}
<div class="field"><label for="note">${words.t('desk.optional', { label: words.word('desk.report.reason') })}</label>
<p class="small quiet" id="note-hint">${words.t('desk.report.reasonHint')}</p>
<textarea id="note" name="note" rows="3" maxlength="2000" aria-describedby="note-hint" dir="auto">
${state.note ?? ''}</textarea></div>
<div class="field"><label for="told">${words.t('desk.optional', { label: words.word('desk.report.told') })}</label>
<p class="small quiet" id="told-hint">${words.t('desk.report.toldHint')}</p>
<textarea id="told" name="told" rows="3" maxlength="2000" aria-describedby="told-hint" dir="auto">
${state.told ?? ''}</textarea></div>
${hasRole(frame.person, 'admin') && pending.some((facts) => needsSecondLook(facts) && !facts.wantsTwo) ? override(words) : ''}
<div class="buttons">${BUTTONS.map(
    ([value, word, key, look]) =>
      html`<button class="${look}" type="submit" name="decision" value="${value}" accesskey="${key}">${words.t(word)}</button>`,
  )}</div></form>`;
}

function answer(frame: Frame, id: number, escalated: readonly AssetFacts[]): Html {
  const { words } = frame;
  return html`<form class="card" method="post" action="${ROOT}/reports/${id}/answer">${token(frame)}${NO_IMPLICIT_PRESS}
<h2>${words.t('desk.decision.answerTitle')}</h2>
${choice(words, 'answer', escalated, undefined)}
<div class="field"><label for="answer-note">${words.t('desk.optional', { label: words.word('desk.decision.answerNote') })}</label>
<textarea id="answer-note" name="note" rows="3" maxlength="2000" dir="auto"></textarea></div>
<div class="buttons"><button type="submit" name="answer" value="APPROVE">${words.t('desk.report.block')}</button>
<button class="plain" type="submit" name="answer" value="REJECT">${words.t('desk.report.doNotBlock')}</button></div></form>`;
}

/** The choice of assets that a form is about: those chosen before, else all of them. */
function choice(
  words: Words,
  prefix: string,
  about: readonly AssetFacts[],
  chosen: readonly string[] | undefined,
): Html {
  if (about.length === 1) return html`<input type="hidden" name="proposal" value="${about[0]!.proposal!.id}">`;
  return html`<fieldset><legend>${words.t('desk.report.about')}</legend>${about.map(
    ({
      asset,
      proposal,
    }) => html`<p><input type="checkbox" name="proposal" id="${prefix}-${proposal!.id}" value="${proposal!.id}"${raw(chosen === undefined || chosen.includes(String(proposal!.id)) ? ' checked' : '')}>
<label class="mono" for="${prefix}-${proposal!.id}">${shownContent(asset.type, asset.content)}</label></p>`,
  )}</fieldset>`;
}

function merge(frame: Frame, report: ReportCase): Html {
  const open = report.assets
    .flatMap(({ others }) => others)
    .filter(
      ({ reviewStatus, organizationId }) => reviewStatus === 'PENDING' && organizationId === report.organizationId,
    );
  const [first] = open;
  const { words } = frame;
  return html`<form class="card" method="post" action="${ROOT}/reports/${report.id}/merge">${token(frame)}
<h2>${words.t('desk.decision.merge')}</h2>
<div class="field"><label for="into">${words.t('desk.report.sameAs')}</label>
<p class="small quiet" id="into-hint">${words.t('desk.report.mergeHint')}</p>
<input type="text" inputmode="numeric" id="into" name="into" required maxlength="15" value="${first?.id ?? ''}" aria-describedby="into-hint"></div>
<button class="plain" type="submit">${words.t('desk.decision.merge')}</button></form>`;
}
