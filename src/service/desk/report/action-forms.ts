import { html, raw } from 'hono/html';
import type { Words } from '../../language/words.ts';
import { shownContent } from '../../portal/page/asset-word.ts';
import { NO_IMPLICIT_PRESS } from '../form.ts';
import { questionForm } from '../inquiry/question-form.ts';
import { type Frame, type Html, ROOT, token } from '../page.ts';
import { hasRole } from '../person.ts';
import type { AssetFacts } from './asset-facts.ts';
import { needsSecondLook } from './asset-section.ts';
import type { ReportCase } from './case.ts';
import type { CaseState } from './case-state.ts';

const BUTTONS = [
  ['APPROVE', 'desk.report.approve', 'a', ''],
  ['REJECT', 'desk.report.reject', 'r', 'plain'],
  ['SKIP', 'desk.decision.skip', 's', 'plain'],
  ['ESCALATE', 'desk.decision.escalate', 'e', 'plain'],
] as const;

/** Approves alone what takes two people; the audit log keeps it. */
const override = (words: Words): Html => html`<fieldset><legend>${words.t('desk.report.override.title')}</legend>
<p class="small quiet" id="override-hint">${words.t('desk.report.override.hint')}</p>
<p><input type="checkbox" name="override" value="yes" id="override" aria-describedby="override-hint">
<label for="override">${words.t('desk.report.override.label')}</label></p></fieldset>`;

/** What this person may do with a report: nothing once it is closed, and nothing for a viewer. */
export function actions(frame: Frame, report: ReportCase, state: CaseState): Html | string {
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
${questionForm(frame, `${ROOT}/reports/${report.id}/question`, report.letters, state.question ?? '')}
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

/** Which assets a form is about: those chosen before, else all of them. */
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
