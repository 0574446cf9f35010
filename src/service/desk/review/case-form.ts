import { html, raw } from 'hono/html';
import * as z from 'zod/mini';
import { SCAM_KINDS } from '../../../api/report/scam-kind.ts';
import { textKey } from '../../../language/text-key.ts';
import { issue, Refused } from '../../database/refused.ts';
import type { Kind } from '../../feature/receipt/receipt.ts';
import type { TextKey } from '../../languages.ts';
import type { Html, Words } from '../../page/words.ts';
import { BLOCK_ENTER, type Frame } from '../page.ts';

const MAX_NOTE_LENGTH = 2_000;
/** Such a text in a form; null where it is empty. */
export const note = z.pipe(
  z.string().check(z.maxLength(MAX_NOTE_LENGTH)),
  z.transform((text) => (text === '' ? null : text)),
);

/** The field of a text that may go with a decision. */
export const noteField = (
  words: Words,
  name: 'message',
  label: 'desk.addition.message' | 'desk.report.message',
  value = '',
): Html =>
  html`<div class="field"><label for="${name}">${words.t('desk.optional', { label: words.word(label) })}</label>
<p class="small quiet" id="${name}-hint">${words.t(`${label}Hint`)}</p>
${template(words, 'message')}
<textarea id="${name}" name="${name}" rows="2" aria-describedby="${name}-hint" dir="auto">
${value}</textarea></div>`;

/** A form with several buttons, of which Enter presses none. */
export const decisionForm = (frame: Frame, action: string, title: TextKey, fields: Html, buttons: Html): Html =>
  html`<form class="card" method="post" action="${action}${frame.keep}">${BLOCK_ENTER}
<h3>${frame.words.t(title)}</h3>
${fields}
<div class="buttons">${buttons}</div></form>`;

/** A decision, the key of its text and that of the hint of its note, and the letter that chooses it. */
export type Choice = readonly [value: string, label: TextKey, noteHint: TextKey, letter: string];

/** The form of a decision. A style sheet shows what goes with the one that is chosen, so that it needs no script. */
export function choiceForm(
  { words, keep }: Frame,
  path: string,
  choices: readonly Choice[],
  state: { readonly decision?: string; readonly note?: string },
  {
    about = '',
    note,
    more = '',
  }: { readonly about?: Html | string; readonly note: TextKey; readonly more?: Html | string },
): Html {
  return html`<form class="card decide" method="post" action="${path}/decision${keep}">${BLOCK_ENTER}
<fieldset class="choices"><legend class="hidden">${words.t('desk.decision.title')}</legend>${choices.map(
    ([value, label, , letter]) =>
      html`<label class="chip"><input type="radio" name="decision" value="${value}" required accesskey="${letter}" data-key="${letter}"${raw(state.decision === value ? ' checked' : '')}>${words.t(label)} <kbd>${letter}</kbd></label>`,
  )}<button class="plain" type="submit" name="decision" value="SKIP" formnovalidate accesskey="s" data-key="s">${words.t('desk.decision.skip')} <kbd>s</kbd></button></fieldset>
<div class="then">${about}
<div class="field"><label for="note">${words.t('desk.optional', { label: words.word(note) })}</label>
<div id="note-hint">${choices.map(([value, , hint]) => html`<p class="small quiet when ${value}">${words.t(hint)}</p>`)}</div>
${template(words, 'note')}
<textarea id="note" name="note" rows="2" aria-describedby="note-hint" dir="auto">
${state.note ?? ''}</textarea></div>
${more}
<div class="buttons">${choices.map(
    ([value, label]) =>
      html`<button class="when ${value}${value === choices[0]![0] ? '' : ' plain'}" type="submit">${words.t(label)}</button>`,
  )}</div></div></form>`;
}

/** Sentences that reviewers often write, which a script puts into the field that they are for. */
export const template = (words: Words, field: 'note' | 'message'): Html =>
  html`<select class="scripted" data-into="${field}" aria-label="${words.label('desk.template.title')}"><option value="">${words.t('desk.template.title')}</option>${
    field === 'note'
      ? SCAM_KINDS.filter((kind) => kind !== 'other').map(
          (kind) => html`<option>${words.t(`scam.${textKey(kind)}.name`)}</option>`,
        )
      : MESSAGES.map((name) => html`<option>${words.t(`desk.template.${name}`)}</option>`)
  }</select>`;

const MESSAGES = ['blocked', 'harmless', 'unclear', 'gone'] as const;

/** A form that is folded away under its title, which stands in `fields` where a refused one comes back. */
export const foldedForm = (frame: Frame, action: string, title: TextKey, isOpen: boolean, fields: Html): Html =>
  html`<details class="card"${raw(isOpen ? ' open' : '')}><summary>${frame.words.t(title)}</summary>
<form method="post" action="${action}${frame.keep}">${fields}</form></details>`;

/** The form in which an admin answers an escalation for the organization. @param about what is chosen in it */
export function answerForm(frame: Frame, path: string, about: Html | string, buttons: Html, note = ''): Html {
  const { words } = frame;
  const fields = html`${about}
<div class="field"><label for="answer-note">${words.t('desk.optional', { label: words.word('desk.decision.answerNote') })}</label>
<textarea id="answer-note" name="note" rows="2" dir="auto">
${note}</textarea></div>`;
  return decisionForm(frame, `${path}/answer`, 'desk.decision.answerTitle', fields, buttons);
}

/** The form that merges a report or dispute into another one. @param into the number that it proposes */
export const mergeForm = (frame: Frame, kind: Kind, path: string, into: number | undefined): Html =>
  foldedForm(
    frame,
    `${path}/merge`,
    'desk.decision.merge',
    false,
    html`<div class="field"><label for="into">${frame.words.t(`desk.${kind}.sameAs`)}</label>
<p class="small quiet" id="into-hint">${frame.words.t(`desk.${kind}.mergeHint`)}</p>
<input type="text" inputmode="numeric" id="into" name="into" required maxlength="15" value="${into ?? ''}" aria-describedby="into-hint"></div>
<button class="plain" type="submit">${frame.words.t('desk.decision.merge')}</button>`,
  );

/** What is shown where nothing can be decided. */
export const closedCard = (title: Html, text: Html | string, more: Html | string = ''): Html =>
  html`<section class="card"><h3>${title}</h3><p>${text}</p>${more}</section>`;

/** The same for a viewer. */
export const viewerCard = (words: Words): Html =>
  closedCard(words.t('desk.decision.title'), words.t('desk.decision.viewer'));

/** What a form says. @throws Refused where it is none of the page's */
export function readForm<S extends z.ZodMiniType>(schema: S, form: unknown): z.output<S> {
  const read = z.safeParse(schema, form);
  if (read.success) return read.data;
  const { path, code } = read.error.issues[0]!;
  if (path[0] === 'note' || path[0] === 'message')
    throw new Refused(issue('desk.error.tooLong', { most: MAX_NOTE_LENGTH }));
  if (path[0] !== 'proposal') throw new Refused(issue('desk.error.button'));
  throw new Refused(issue(code === 'too_small' ? 'desk.report.choose' : 'desk.report.unreadable'));
}
