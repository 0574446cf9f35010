import { html } from 'hono/html';
import * as z from 'zod/mini';
import type { TextKey } from '../../../language/catalogue.ts';
import type { Database } from '../../database/database.ts';
import { Refused } from '../../database/refused.ts';
import type { Kind } from '../../feature/receipt/receipt.ts';
import type { Html, Words } from '../../page/words.ts';
import type { Visit } from '../gate.ts';
import { BLOCK_ENTER, type Frame } from '../page.ts';
import { casePath } from './case.ts';

/** Most characters of a text that goes with a decision. */
export const MAX_NOTE_LENGTH = 2_000;
/** Such a text in a form; null where it is empty. */
export const note = z.pipe(
  z.string().check(z.maxLength(MAX_NOTE_LENGTH)),
  z.transform((text) => (text === '' ? null : text)),
);

/** The field of a text that may go with a decision. */
export const noteField = (
  words: Words,
  name: string,
  label: 'desk.addition.told' | 'desk.dispute.told' | 'desk.report.reason' | 'desk.report.told',
  value = '',
): Html =>
  html`<div class="field"><label for="${name}">${words.t('desk.optional', { label: words.word(label) })}</label>
<p class="small quiet" id="${name}-hint">${words.t(`${label}Hint`)}</p>
<textarea id="${name}" name="${name}" rows="3" maxlength="${MAX_NOTE_LENGTH}" aria-describedby="${name}-hint" dir="auto">
${value}</textarea></div>`;

/** A form with several buttons, of which Enter presses none. */
export const decisionForm = (frame: Frame, action: string, title: TextKey, fields: Html, buttons: Html): Html =>
  html`<form class="card" method="post" action="${action}">${BLOCK_ENTER}
<h2>${frame.words.t(title)}</h2>
${fields}
<div class="buttons">${buttons}</div></form>`;

/** The form in which an admin answers an escalation for the organization. @param about what is chosen in it */
export function answerForm(frame: Frame, path: string, about: Html | string, buttons: Html): Html {
  const { words } = frame;
  const fields = html`${about}
<div class="field"><label for="answer-note">${words.t('desk.optional', { label: words.word('desk.decision.answerNote') })}</label>
<textarea id="answer-note" name="note" rows="3" maxlength="${MAX_NOTE_LENGTH}" dir="auto"></textarea></div>`;
  return decisionForm(frame, `${path}/answer`, 'desk.decision.answerTitle', fields, buttons);
}

/** The form that merges a report or dispute into another one. @param into the number that it proposes */
export const mergeForm = (frame: Frame, kind: Kind, id: number, into: number | undefined): Html =>
  html`<form class="card" method="post" action="${casePath(kind, id)}/merge">
<h2>${frame.words.t('desk.decision.merge')}</h2>
<div class="field"><label for="into">${frame.words.t(`desk.${kind}.sameAs`)}</label>
<p class="small quiet" id="into-hint">${frame.words.t(`desk.${kind}.mergeHint`)}</p>
<input type="text" inputmode="numeric" id="into" name="into" required maxlength="15" value="${into ?? ''}" aria-describedby="into-hint"></div>
<button class="plain" type="submit">${frame.words.t('desk.decision.merge')}</button></form>`;

/** What is shown where nothing can be decided. */
export const closedCard = (title: Html, text: Html | string, more: Html | string = ''): Html =>
  html`<section class="card"><h2>${title}</h2><p>${text}</p>${more}</section>`;

/** The same for a viewer. */
export const viewerCard = (words: Words): Html =>
  closedCard(words.t('desk.decision.title'), words.t('desk.decision.viewer'));

/** What was done, or why nothing was. */
export type Outcome<Done> = { readonly done: Done } | { readonly problem: Html };

/** Decides in one transaction: all of it, or nothing. */
export async function attempt<Done>(
  { database, frame: { words } }: Visit,
  work: (transaction: Database) => Promise<Done>,
): Promise<Outcome<Done>> {
  try {
    return { done: await database.transaction(work) };
  } catch (error) {
    if (error instanceof Refused && error.issue) return { problem: words.issue(error.issue) };
    throw error;
  }
}
