import { html } from 'hono/html';
import { Refused } from '../database/refused.ts';
import { Failure } from '../http/failure.ts';
import { hidden } from '../page/field.ts';
import { controls, enteredIn, type FormFields, type Problems } from '../page/form.ts';
import type { Blanks, Html, Words } from '../page/words.ts';
import type { Answer, Visit } from './gate.ts';
import type { PageState } from './page.ts';

/** What was done, by the query `done` of an address and the numbers beside it; null for any other. @param say a text in words */
export function doneIn<const Text>(
  { context }: Pick<Visit, 'context'>,
  texts: Readonly<Record<string, Text>>,
  say: (text: Text, blanks: Blanks) => Html,
): Html | null {
  const { done = '', ...rest } = context.req.query();
  const numbers = Object.entries(rest).map(([name, value]) => [name, Number(value) || 0]);
  return Object.hasOwn(texts, done) ? say(texts[done]!, Object.fromEntries(numbers)) : null;
}

/** Answers a form: `act` does what it is for; `again` is its page with what was entered and what is wrong with that. */
export async function answerForm(
  words: Words,
  fields: FormFields,
  form: URLSearchParams,
  act: (entered: Record<string, string>) => Promise<Answer>,
  again: (state: PageState) => Promise<Answer>,
): Promise<Answer> {
  const entered = enteredIn(fields, form);
  try {
    return await act(entered);
  } catch (error) {
    const answer = await again({ entered, fieldProblems: problemsOf(words, error, Object.keys(fields)) });
    return 'page' in answer ? { ...answer, status: 422 } : answer;
  }
}

/**
 * The issues of a refusal by the fields of a form; others are `general`.
 * @throws any other error, and refusals that a form cannot correct
 */
export function problemsOf(words: Words, error: unknown, fields: readonly string[]): Problems {
  if (!(error instanceof Refused || (error instanceof Failure && [400, 404, 409, 422].includes(error.status))))
    throw error;
  if (error instanceof Refused && !error.issue) return { general: [html`<bdi lang="en">${error.message}</bdi>`] };
  const issues = error instanceof Failure ? error.issues : [error.issue!];
  const found: Record<string, Html[]> = {};
  for (const one of issues) {
    const { path = '' } = one;
    const field = [path, path.split('.')[0]!].find((name) => fields.includes(name)) ?? 'general';
    found[field] = [...(found[field] ?? []), words.issue(one)];
  }
  return issues.length > 0 ? found : { general: [words.t('desk.error.refused')] };
}

/** A form in a card. @param more what stands beside its button */
export const formCard = (
  words: Words,
  action: string,
  fields: FormFields,
  { entered, fieldProblems }: PageState,
  button: Html,
  more: Html | string = '',
): Html =>
  html`<form class="card" method="post" action="${action}">${controls(words, fields, entered, fieldProblems)}
<div class="buttons"><button type="submit">${button}</button>${more}</div></form>`;

type Confirmation = {
  readonly text: Html | string;
  readonly more?: Html;
  readonly button: Html | string;
  readonly back: string;
};

/** Whether a form was sent from the card that asks for confirmation. */
export const isConfirmed = (form: URLSearchParams): boolean => form.get('sure') === 'yes';

/** Asks for confirmation before something is ended for good. Its form is sent to the same path. */
export const confirmationCard = (
  { context, frame }: Pick<Visit, 'frame' | 'context'>,
  form: URLSearchParams,
  { text, more, button, back }: Confirmation,
): Html =>
  html`<form class="card" method="post" action="${context.req.path}">
${[...form, ['sure', 'yes'] as const].map(([name, value]) => hidden(name, value))}<p>${text}</p>${more ?? ''}
<div class="buttons"><button class="danger" type="submit">${button}</button><a href="${back}">${frame.words.t('desk.organization.leave')}</a></div></form>`;
