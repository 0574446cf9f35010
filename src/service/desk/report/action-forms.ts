import { html, raw } from 'hono/html';
import { shownContent } from '../../portal/page/asset-word.ts';
import { NO_IMPLICIT_PRESS } from '../form.ts';
import { questionForm } from '../inquiry/question-form.ts';
import { type Frame, type Html, ROOT, token } from '../page.ts';
import { hasRole } from '../person.ts';
import type { AssetFacts } from './asset-facts.ts';
import { needsSecondLook } from './asset-section.ts';
import type { ReportCase } from './case.ts';
import type { CaseState } from './case-page.ts';

const BUTTONS = [
  ['APPROVE', 'Approve', 'a', ''],
  ['REJECT', 'Reject', 'r', 'plain'],
  ['SKIP', 'Skip', 's', 'plain'],
  ['ESCALATE', 'Ask the organization', 'e', 'plain'],
] as const;

/** Approves alone what takes two people; the audit log keeps it. */
const OVERRIDE: Html = html`<fieldset><legend>Whole host</legend>
<p class="small quiet" id="override-hint">Blocking it takes the approval of two people.</p>
<p><input type="checkbox" name="override" value="yes" id="override" aria-describedby="override-hint">
<label for="override">Block it without a second person</label></p></fieldset>`;

/** What this person may do with a report: nothing once it is closed, and nothing for a viewer. */
export function actions(frame: Frame, report: ReportCase, state: CaseState): Html | string {
  if (report.status === 'CLOSED')
    return html`<section class="card"><h2>Decided</h2><p>Nothing of this report waits.</p></section>`;
  if (!hasRole(frame.person, 'reviewer'))
    return html`<section class="card"><h2>Decision</h2><p>You see this as a viewer: a reviewer decides.</p></section>`;
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
  return html`<form class="card" method="post" action="${ROOT}/reports/${id}/decision">${token(frame)}${NO_IMPLICIT_PRESS}
<h2>Decision</h2>
${choice('decide', pending, state.chosen)}
<div class="field"><label for="note">Reason (optional)</label>
<p class="small quiet" id="note-hint">Of an approval, people read it who are stopped.</p>
<textarea id="note" name="note" rows="3" maxlength="2000" aria-describedby="note-hint">
${state.note ?? ''}</textarea></div>
<div class="field"><label for="told">What the reporter is told (optional)</label>
<p class="small quiet" id="told-hint">Everybody who reported it reads it once it is decided, so quote nobody.</p>
<textarea id="told" name="told" rows="3" maxlength="2000" aria-describedby="told-hint">
${state.told ?? ''}</textarea></div>
${hasRole(frame.person, 'admin') && pending.some(needsSecondLook) ? OVERRIDE : ''}
<div class="buttons">${BUTTONS.map(
    ([value, word, key, look]) =>
      html`<button class="${look}" type="submit" name="decision" value="${value}" accesskey="${key}">${word}</button>`,
  )}</div></form>`;
}

function answer(frame: Frame, id: number, escalated: readonly AssetFacts[]): Html {
  return html`<form class="card" method="post" action="${ROOT}/reports/${id}/answer">${token(frame)}${NO_IMPLICIT_PRESS}
<h2>Answer for the organization</h2>
${choice('answer', escalated, undefined)}
<div class="field"><label for="answer-note">What reviewers should know (optional)</label>
<textarea id="answer-note" name="note" rows="3" maxlength="2000"></textarea></div>
<div class="buttons"><button type="submit" name="answer" value="APPROVE">It should be blocked</button>
<button class="plain" type="submit" name="answer" value="REJECT">It should not be blocked</button></div></form>`;
}

/** Which assets a form is about: those chosen before, else all of them. */
function choice(prefix: string, about: readonly AssetFacts[], chosen: readonly string[] | undefined): Html {
  if (about.length === 1) return html`<input type="hidden" name="proposal" value="${about[0]!.proposal!.id}">`;
  return html`<fieldset><legend>About</legend>${about.map(
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
  return html`<form class="card" method="post" action="${ROOT}/reports/${report.id}/merge">${token(frame)}
<h2>Merge</h2>
<div class="field"><label for="into">The same as report number</label>
<p class="small quiet" id="into-hint">What is pending here is decided there, and who sent it follows that one.</p>
<input type="text" inputmode="numeric" id="into" name="into" required maxlength="15" value="${first?.id ?? ''}" aria-describedby="into-hint"></div>
<button class="plain" type="submit">Merge</button></form>`;
}
