import { html, raw } from 'hono/html';
import type { Html } from '../../page.ts';
import type { Option } from './filter-form.ts';
import { problemList } from './problem-list.ts';

export type SelectSpec = {
  readonly name: string;
  readonly label: Html | string;
  readonly hint?: Html | string;
  readonly options: readonly Option[];
};

/** A choice of one with its hint and its problems, which are tied to it for screen readers. */
export function selectField(
  { name, label, hint, options }: SelectSpec,
  chosen: string,
  problems: readonly (Html | string)[] = [],
): Html {
  const described = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(problems.length === 0 ? [] : [`${name}-problem`]),
  ];
  return html`<div class="field"><label for="${name}">${label}</label>
${hint === undefined ? '' : html`<p class="small quiet" id="${name}-hint">${hint}</p>`}
<select id="${name}" name="${name}"${raw(problems.length === 0 ? '' : ' aria-invalid="true"')}${raw(
    described.length === 0 ? '' : ` aria-describedby="${described.join(' ')}"`,
  )}>${options.map(
    ({ value, label: text }) =>
      html`<option value="${value}"${raw(value === chosen ? ' selected' : '')}>${text}</option>`,
  )}</select>${problemList(name, problems)}</div>`;
}

/** A box that is checked or not. */
export const checkField = (name: string, label: Html | string, isChecked: boolean): Html =>
  html`<label class="option"><input type="checkbox" name="${name}" value="yes"${raw(isChecked ? ' checked' : '')}><span>${label}</span></label>`;
