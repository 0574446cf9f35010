import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { html } from 'hono/html';
import { Refused } from '../database/refused.ts';
import { Failure } from '../http/failure.ts';
import { hidden } from '../page/field.ts';
import { controls, type Entered, enteredIn, type FormField, type FormFields, type Problems } from '../page/form.ts';
import type { Blank, Blanks, Html, Words } from '../page/words.ts';
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

/** Others have saved a record since a form was filled with it. */
class StaleForm extends Error {
  override readonly name = 'StaleForm';
  readonly problems: readonly Html[];
  constructor(problems: readonly Html[]) {
    super('Others have saved since');
    this.problems = problems;
  }
}

/**
 * Refuses a form if others have saved since it was filled. @param stored the record as it is now, locked
 * @param given what was entered @param shown name and saved value of a field, for those that differ
 */
export function requireVersion(
  words: Words,
  form: URLSearchParams,
  stored: Stored,
  given: Stored,
  shown: (name: string) => { readonly setting: Blank; readonly value: Blank },
): void {
  if (versionOf(stored) === form.get('version')) return;
  const differing = Object.keys(given).filter((name) => !isDeepStrictEqual(given[name], stored[name]));
  throw new StaleForm([
    words.t('desk.organization.setting.stale'),
    ...differing.map((name) => words.t('desk.organization.setting.stored', shown(name))),
  ]);
}

/** As {@link requireVersion} for a record that is shown as fields. @param given where it is read differently from how it was entered */
export const requireFields = (
  words: Words,
  fields: FormFields,
  form: URLSearchParams,
  stored: Entered,
  given: Entered = enteredIn(fields, form),
): void =>
  requireVersion(words, form, stored, given, (name) => ({
    setting: words.t(fields[name]!.label),
    value: shownValue(words, fields[name]!, stored[name]),
  }));

export function shownValue(words: Words, spec: FormField, value = ''): Html | string {
  if (spec.kind === 'flag') return words.t(value === 'yes' ? 'desk.organization.yes' : 'desk.organization.no');
  const named =
    spec.kind === 'select' ? spec.options(words).find((option) => option.value === value)?.label : undefined;
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
    const isStale = error instanceof StaleForm;
    const problems = isStale
      ? { problems: error.problems }
      : { fieldProblems: problemsOf(words, error, Object.keys(fields)) };
    const answer = await again({ entered, ...problems });
    return 'page' in answer ? { ...answer, status: isStale ? 409 : 422 } : answer;
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
