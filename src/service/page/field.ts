import { html, raw } from 'hono/html';
import type { Html } from './words.ts';

export type FieldSpec = {
  readonly name: string;
  readonly label: Html | string;
  readonly hint?: Html | string;
  readonly kind: 'text' | 'email' | 'lines' | 'prose';
  readonly required?: boolean;
  readonly maxLength: number;
  /** What its page says where it holds a recovery phrase or private key; `check-field.js` refuses them. */
  readonly secret?: string;
};

/** Text is read in its own direction, an e-mail address always from left to right. */
const DIRECTION = { text: 'auto', lines: 'auto', prose: 'auto', email: 'ltr' } as const;

const WARNING = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path fill="currentColor" d="M8 1 .5 15h15zM7.2 6h1.6v4.5H7.2zm0 5.5h1.6v1.6H7.2z" fill-rule="evenodd"/></svg>`;

/** A field with its label, hint, problems and previous value. Problems and hint are linked to it for screen readers. */
export function field(spec: FieldSpec, value: string, problems: readonly (Html | string)[] = []): Html {
  const attributes = html`${raw(spec.required === true ? ' required' : '')}${spec.secret === undefined ? '' : html` data-secret="${spec.secret}"`}${describedBy(spec, problems)}`;
  return labelled(spec, control(spec, html`id="${spec.name}" name="${spec.name}"${attributes}`, value), problems);
}

/** `id`: of the control, if it is not the name. */
type Labelled = Pick<FieldSpec, 'name' | 'label' | 'hint'> & { readonly id?: string };

/** Links a control to its hint and problems; the first control with a problem gets the focus. */
function describedBy({ name, hint }: Labelled, problems: readonly unknown[]): Html {
  const described = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(problems.length === 0 ? [] : [`${name}-problem`]),
  ];
  return html`${raw(problems.length === 0 ? '' : ' aria-invalid="true" autofocus')}${raw(
    described.length === 0 ? '' : ` aria-describedby="${described.join(' ')}"`,
  )}`;
}

const labelled = (
  { name, id = name, label, hint }: Labelled,
  control: Html,
  problems: readonly (Html | string)[],
): Html =>
  html`<div class="field"><label for="${id}">${label}</label>
${hint === undefined ? '' : html`<p class="small quiet" id="${name}-hint">${hint}</p>`}
${control}
${problems.length === 0 ? '' : html`<div id="${name}-problem">${problems.map((text) => html`<p class="problem">${WARNING} ${text}</p>`)}</div>`}</div>`;

function control({ kind, maxLength }: FieldSpec, attributes: Html, value: string): Html {
  const dir = DIRECTION[kind];
  // A limit here would cut off what is pasted; HTML drops the first line break after the tag, so that a value keeps its own.
  if (kind === 'lines')
    return html`<textarea ${attributes} class="mono" rows="3" autocapitalize="none" spellcheck="false" dir="${dir}">
${value}</textarea>`;
  if (kind === 'prose')
    return html`<textarea ${attributes} rows="5" dir="${dir}">
${value}</textarea>`;
  return html`<input ${attributes} maxlength="${maxLength}" type="${kind}" value="${value}" dir="${dir}">`;
}

export type Option = { readonly value: string; readonly label: Html | string };

/** One of several options, of which one (`radio`) or several are chosen. */
export const optionBox = (
  type: 'radio' | 'checkbox',
  name: string,
  { value, label }: Option,
  isChosen: boolean,
): Html =>
  html`<label class="option"><input type="${type}" name="${name}" value="${value}"${raw(isChosen ? ' checked' : '')}><span>${label}</span></label>`;

/** A choice of one of several options with its hint, which is linked to it for screen readers. */
export const choice = (
  { name, label, hint, options }: Labelled & { readonly options: readonly Option[] },
  chosen: string,
): Html =>
  html`<fieldset class="field" aria-describedby="${name}-hint"><legend>${label}</legend>
<p class="small quiet" id="${name}-hint">${hint}</p>
${options.map((option) => optionBox('radio', name, option, option.value === chosen))}</fieldset>`;

/** One of several words, as chips. */
export const chips = (
  { name, label, options }: Pick<Labelled, 'name' | 'label'> & { readonly options: readonly Option[] },
  chosen: string,
): Html =>
  html`<fieldset class="field"><legend>${label}</legend>
<div class="chips">${options.map(
    (option) =>
      html`<label class="chip"><input type="radio" name="${name}" value="${option.value}"${raw(
        option.value === chosen ? ' checked' : '',
      )}>${option.label}</label>`,
  )}</div></fieldset>`;

/** A file field. A browser cannot restore the chosen files. @param taken accepted file name extensions */
export const fileField = (spec: Labelled, taken: readonly string[], problems: readonly (Html | string)[] = []): Html =>
  labelled(
    spec,
    html`<input type="file" id="${spec.name}" name="${spec.name}" multiple accept="${taken.join()}"${describedBy(spec, problems)}>`,
    problems,
  );

/** A hidden value of a form. */
export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** A random number in a form: if the same form is sent twice, as with a double press, it counts once. */
export const onceField = (): Html => hidden('once', crypto.randomUUID());

/** A drop-down list, with its hint and its problems. */
export function selectField(
  spec: Labelled & { readonly options: readonly Option[]; readonly required?: boolean },
  chosen: string,
  problems: readonly (Html | string)[] = [],
): Html {
  const { name, id = name, options } = spec;
  const control = html`<select id="${id}" name="${name}"${raw(spec.required === true ? ' required' : '')}${describedBy(spec, problems)}>${options.map(
    ({ value, label }) => html`<option value="${value}"${raw(value === chosen ? ' selected' : '')}>${label}</option>`,
  )}</select>`;
  return labelled(spec, control, problems);
}

/** A checkbox. */
export const checkField = (name: string, label: Html | string, isChecked: boolean): Html =>
  optionBox('checkbox', name, { value: 'yes', label }, isChecked);

/** Problems without a field, above the form; announced when the page opens. */
export function generalProblems(problems: readonly (Html | string)[]): Html | string {
  return problems.length === 0
    ? ''
    : html`<div class="notice danger" role="alert">${problems.map((text) => html`<p>${text}</p>`)}</div>`;
}

/** The value of a field: trimmed, without NUL, which no database text can hold, and each line break one character, not the two that are sent. */
export const entered = (form: URLSearchParams, name: string): string =>
  (form.get(name) ?? '').replaceAll('\0', '').replaceAll('\r\n', '\n').trim();
