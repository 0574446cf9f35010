import { html } from 'hono/html';
import type { TextKey } from '../languages.ts';
import { checkField, choice, entered, field, type Option, optionBox, selectField } from './field.ts';
import type { Html, Words } from './words.ts';

/** One field of a form, described: how it is entered, and the key of its label and hint. `lines` has one value a line. */
export type FormField = {
  readonly label: TextKey;
  readonly hint?: TextKey;
  readonly required?: boolean;
  /** Its label says that it may be left out. */
  readonly optional?: boolean;
} & (
  | { readonly kind: 'text' | 'email' | 'lines' | 'prose'; readonly maxLength: number }
  | { readonly kind: 'select' | 'choice' | 'boxes'; readonly options: (words: Words) => readonly Option[] }
  | { readonly kind: 'flag' }
);

/** The fields of a form by their names. */
export type FormFields = Readonly<Record<string, FormField>>;
/** What was entered, by the names of the fields; a box is `yes` or empty, several are apart by line breaks. */
export type Entered = Readonly<Record<string, string>>;
/** What is wrong with a form, by field; `general` is about none of them. */
export type Problems = Readonly<Record<string, readonly (Html | string)[]>>;

/** The values of a sent form. */
export const enteredIn = (fields: FormFields, form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [
      name,
      kind === 'boxes' ? form.getAll(name).join('\n') : entered(form, name),
    ]),
  );

/** The lines of a value, without empty ones. */
export const linesOf = (value = ''): string[] =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The controls of a form with what was entered and what is wrong with it. */
export const controls = (words: Words, fields: FormFields, values: Entered = {}, problems: Problems = {}): Html =>
  html`${Object.entries(fields).map(([name, spec]) => control(words, name, spec, values[name], problems[name]))}`;

/** One control of a form. */
export function control(
  words: Words,
  name: string,
  spec: FormField,
  value = '',
  problems: readonly (Html | string)[] = [],
): Html {
  const own = words.t(spec.label);
  const label = spec.optional === true ? words.t('portal.optional', { label: own }) : own;
  const hint = spec.hint && words.t(spec.hint);
  const known = { name, label, ...(hint ? { hint } : {}), required: spec.required === true };
  if (spec.kind === 'flag') return checkField(name, label, value === 'yes');
  if ('maxLength' in spec) return field({ ...known, kind: spec.kind, maxLength: spec.maxLength }, value, problems);
  const options = spec.options(words);
  if (spec.kind === 'select') return selectField({ ...known, options }, value, problems);
  if (spec.kind === 'choice') return choice({ ...known, hint: hint ?? '', options }, value);
  const chosen = value.split('\n');
  const boxes = options.map((option) => optionBox('checkbox', name, option, chosen.includes(option.value)));
  return html`<fieldset><legend>${label}</legend>${boxes}${hint ? html`<p class="small quiet">${hint}</p>` : ''}</fieldset>`;
}

/** A form of one button, such as one that ends something. @param about what it is about, for those who do not see the page */
export const buttonForm = (
  action: string,
  label: Html | string,
  { about, values = {} }: { readonly about?: Html | string; readonly values?: Entered } = {},
): Html =>
  html`<form class="inline" method="post" action="${action}">${Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="plain" type="submit">${label}${about === undefined ? '' : html`<span class="hidden"> ${about}</span>`}</button></form>`;
