import { html, raw } from 'hono/html';
import type { Html } from './page.ts';

/** One field of a form: what it is called, what helps to fill it in, and how it is entered. */
export type FieldSpec = {
  readonly name: string;
  readonly label: Html | string;
  readonly hint?: Html | string;
  readonly kind: 'text' | 'email' | 'lines' | 'prose';
  readonly required?: boolean;
  readonly maxLength: number;
};

/** What is written is read in the direction of its own letters, an e-mail address always from left to right. */
const DIRECTION = { text: 'auto', lines: 'auto', prose: 'auto', email: 'ltr' } as const;

const WARNING = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path fill="currentColor" d="M8 1 .5 15h15zM7.2 6h1.6v4.5H7.2zm0 5.5h1.6v1.6H7.2z" fill-rule="evenodd"/></svg>`;

/** A field with its label, its hint, its problems and the value entered before. Problems and hint are tied to it for screen readers. */
export function field(spec: FieldSpec, value: string, problems: readonly (Html | string)[]): Html {
  const hintId = `${spec.name}-hint`;
  const problemId = `${spec.name}-problem`;
  const described = [...(spec.hint === undefined ? [] : [hintId]), ...(problems.length === 0 ? [] : [problemId])];
  const attributes = html`id="${spec.name}" name="${spec.name}" maxlength="${spec.maxLength}"${raw(
    spec.required === true ? ' required' : '',
  )}${raw(problems.length === 0 ? '' : ' aria-invalid="true"')}${raw(
    described.length === 0 ? '' : ` aria-describedby="${described.join(' ')}"`,
  )}`;
  return html`<div class="field"><label for="${spec.name}">${spec.label}</label>
${spec.hint === undefined ? '' : html`<p class="small quiet" id="${hintId}">${spec.hint}</p>`}
${control(spec, attributes, value)}
${problems.length === 0 ? '' : html`<div id="${problemId}">${problems.map((text) => html`<p class="problem">${WARNING} ${text}</p>`)}</div>`}</div>`;
}

function control({ kind }: FieldSpec, attributes: Html, value: string): Html {
  const dir = DIRECTION[kind];
  // The line break after the tag is the one that HTML drops, so that a value which begins with one keeps it.
  if (kind === 'lines')
    return html`<textarea ${attributes} class="mono" rows="3" autocapitalize="none" spellcheck="false" dir="${dir}">
${value}</textarea>`;
  if (kind === 'prose')
    return html`<textarea ${attributes} rows="5" dir="${dir}">
${value}</textarea>`;
  return html`<input ${attributes} type="${kind}" value="${value}" dir="${dir}">`;
}

/** One of several, what each means, and the one that is chosen. */
export type ChoiceSpec = {
  readonly name: string;
  readonly label: Html | string;
  readonly hint: Html | string;
  readonly options: readonly { readonly value: string; readonly label: Html | string }[];
};

/** A choice with its hint, which is tied to it for screen readers. */
export function choice({ name, label, hint, options }: ChoiceSpec, chosen: string): Html {
  return html`<fieldset class="field" aria-describedby="${name}-hint"><legend>${label}</legend>
<p class="small quiet" id="${name}-hint">${hint}</p>
${options.map(
  (option) =>
    html`<label class="option"><input type="radio" name="${name}" value="${option.value}"${raw(
      option.value === chosen ? ' checked' : '',
    )}><span>${option.label}</span></label>`,
)}</fieldset>`;
}

/** Problems that belong to no field, above the form; announced when the page opens. */
export function generalProblems(problems: readonly (Html | string)[]): Html | string {
  return problems.length === 0
    ? ''
    : html`<div class="notice danger" role="alert">${problems.map((text) => html`<p>${text}</p>`)}</div>`;
}

/** The reason of the service as the service wrote it, where there is none in other words. */
export const reasonOf = (text: string): Html => html`<bdi lang="en">${text}</bdi>`;

/** What was entered into a field, without the spaces around it and without NUL characters, which no database text can hold. */
export const entered = (form: URLSearchParams, name: string): string =>
  (form.get(name) ?? '').replaceAll('\0', '').trim();
