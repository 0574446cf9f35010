import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { html } from 'hono/html';
import { type Issue, issue, Refused } from '../database/refused.ts';
import { Failure } from '../http/failure.ts';
import { hidden } from '../page/field.ts';
import { controls, enteredIn, type FormField, type FormFields, type Problems } from '../page/form.ts';
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

/** The field of a form with the version of the record that it was filled with. */
export const versionField = (stored: object): Html => hidden('version', versionOf(stored));
const versionOf = (stored: object): string => createHash('sha256').update(JSON.stringify(stored)).digest('base64url');

type Stored = Readonly<Record<string, unknown>>;

/** Others have saved a record since a form was filled with it. Its issues name what was entered differently from what is saved. */
export class StaleForm extends Failure {
  constructor(stored: Stored, given: Stored) {
    const differing = Object.keys(given).filter((name) => !isDeepStrictEqual(given[name], stored[name]));
    const saved = differing.map((name) => {
      const value = stored[name] ?? null;
      return issue(SAVED, { setting: name, value: typeof value === 'string' ? value : JSON.stringify(value) }, name);
    });
    super('CONFLICT', { issues: [issue('desk.organization.setting.stale'), ...saved] });
  }
}
const SAVED = 'desk.organization.setting.stored';

/**
 * Refuses a form if others have saved since it was filled. @param versioned what its version is of, as it is now, locked
 * @param given what was entered @param stored what that replaces
 */
export function requireVersion(form: URLSearchParams, versioned: object, given: Stored, stored = versioned): void {
  if (versionOf(versioned) !== form.get('version')) throw new StaleForm(stored as Stored, given);
}

export function shownValue(words: Words, spec: FormField, value = ''): Html | string {
  if (spec.kind === 'flag') return words.t(value === 'yes' ? 'desk.organization.yes' : 'desk.organization.no');
  const named = 'options' in spec ? spec.options(words).find((option) => option.value === value)?.label : undefined;
  return named ?? (value || words.t('desk.organization.notGiven'));
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
    const answer = await again({ entered, fieldProblems: problemsOf(words, error, fields) });
    return 'page' in answer ? { ...answer, status: error instanceof StaleForm ? 409 : 422 } : answer;
  }
}

/**
 * The issues of a refusal by the fields of a form; others are `general`.
 * @throws any other error, and refusals that a form cannot correct
 */
export function problemsOf(words: Words, error: unknown, fields: FormFields = {}): Problems {
  if (!(error instanceof Refused || (error instanceof Failure && [400, 404, 409, 422].includes(error.status))))
    throw error;
  if (error instanceof Refused && !error.issue) return { general: [html`<bdi lang="en">${error.message}</bdi>`] };
  const issues = error instanceof Failure ? error.issues : [error.issue!];
  const found: Record<string, Html[]> = {};
  for (const one of issues) {
    const { path = '' } = one;
    const named = one.code === SAVED ? [] : [path, path.split('.')[0]!];
    const field = named.find((name) => Object.hasOwn(fields, name)) ?? 'general';
    found[field] = [...(found[field] ?? []), issueText(words, one, fields[path])];
  }
  return issues.length > 0 ? found : { general: [words.t('desk.error.refused')] };
}

const issueText = (words: Words, one: Issue, spec: FormField | undefined): Html =>
  one.code === SAVED && spec
    ? words.t(SAVED, { setting: words.t(spec.label), value: shownValue(words, spec, String(one.params?.value)) })
    : words.issue(one);

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
