import { html } from 'hono/html';
import { type Frame, type Html, token } from '../page.ts';
import type { Letter } from './conversation.ts';

/** Most characters of a question. */
export const MAX_QUESTION_LENGTH = 1_000;

/** Asks whoever sent it; nothing where nobody has a receipt with which to see the question. */
export function questionForm(
  frame: Frame,
  action: string,
  letters: readonly Letter[],
  question: string,
): Html | string {
  const { words } = frame;
  const first = letters.find(({ isMerged }) => !isMerged);
  if (!first) return '';
  return html`<form class="card" method="post" action="${action}">${token(frame)}
<h2>${words.t('desk.inquiry.ask')}</h2>
<div class="field"><label for="question">${words.t('desk.inquiry.question')}</label>
<p class="small quiet" id="question-hint">${words.t(first.question === null ? 'desk.inquiry.shown' : 'desk.inquiry.replaces')}</p>
<textarea id="question" name="question" rows="3" required maxlength="${MAX_QUESTION_LENGTH}" aria-describedby="question-hint" dir="auto">
${question}</textarea></div>
<button class="plain" type="submit" accesskey="q">${words.t('desk.inquiry.send')}</button></form>`;
}
