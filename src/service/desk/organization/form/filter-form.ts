import { html, raw } from 'hono/html';
import { ASSET_TYPES } from '../../../../asset/type.ts';
import type { Html } from '../../page.ts';
import { word } from '../word.ts';

export type Option = { readonly value: string; readonly label: string };

/** One filter of a list. */
export type Filter =
  | { readonly kind: 'text'; readonly name: string; readonly label: string; readonly maxLength: number }
  | { readonly kind: 'days' }
  | {
      readonly kind: 'one' | 'several';
      readonly name: string;
      readonly label: string;
      readonly options: readonly Option[];
    };

/** Values of an enum as options, each called what people call it. */
export const options = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: word(value) }));

/** A filter that is met, or not. */
export const yesOrNo = (name: string, label: string): Filter => ({
  kind: 'one',
  name,
  label,
  options: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ],
});

/** The filter by kinds of assets, of which there are many. */
export const ASSET_TYPE_FILTER: Filter = {
  kind: 'several',
  name: 'assetType',
  label: 'Kind of asset',
  options: options(ASSET_TYPES).sort((a, b) => a.label.localeCompare(b.label, 'en')),
};

/** From so many on, options are shown when somebody asks for them. */
const MANY = 12;

const namesOf = (filter: Filter): string[] => (filter.kind === 'days' ? ['startDate', 'endDate'] : [filter.name]);

/** A form of filters that writes them into the address, so that a filtered list can be kept and sent. */
export function filterForm(action: string, filters: readonly Filter[], address: URLSearchParams): Html {
  const set = filters.flatMap(namesOf).filter((name) => address.has(name)).length;
  return html`<details class="card filter"${raw(set > 0 ? ' open' : '')}><summary>Filters${set === 0 ? '' : ` (${set} set)`}</summary>
<form method="get" action="${action}"><div class="filter-fields">${filters.map((filter) => control(filter, address))}</div>
<div class="buttons"><button type="submit">Show</button>${set === 0 ? '' : html`<a href="${action}">Clear</a>`}</div></form></details>`;
}

function control(filter: Filter, address: URLSearchParams): Html {
  if (filter.kind === 'days') return html`${day('startDate', 'From', address)}${day('endDate', 'To', address)}`;
  const { name, label } = filter;
  const id = `filter-${name}`;
  if (filter.kind === 'text')
    return html`<div class="field"><label for="${id}">${label}</label>
<input type="search" id="${id}" name="${name}" maxlength="${filter.maxLength}" value="${address.get(name) ?? ''}" autocapitalize="none" spellcheck="false"></div>`;
  if (filter.kind === 'one')
    return html`<div class="field"><label for="${id}">${label}</label>
<select id="${id}" name="${name}"><option value="">Any</option>${filter.options.map(
      (option) =>
        html`<option value="${option.value}"${raw(address.get(name) === option.value ? ' selected' : '')}>${option.label}</option>`,
    )}</select></div>`;
  return filter.options.length < MANY ? boxes(filter, address) : folded(filter, address);
}

type Several = Extract<Filter, { options: unknown }>;

const boxes = ({ name, label, options: all }: Several, address: URLSearchParams): Html =>
  html`<fieldset class="several"><legend>${label}</legend><div class="boxes">${all.map((option) => box(name, option, address))}</div></fieldset>`;

function folded({ name, label, options: all }: Several, address: URLSearchParams): Html {
  const chosen = address.getAll(name).length;
  return html`<details class="several"${raw(chosen > 0 ? ' open' : '')}><summary>${label}: ${chosen === 0 ? 'any' : `${chosen} chosen`}</summary>
<fieldset><legend class="hidden">${label}</legend><div class="boxes">${all.map((option) => box(name, option, address))}</div></fieldset></details>`;
}

const box = (name: string, { value, label }: Option, address: URLSearchParams): Html =>
  html`<label class="option"><input type="checkbox" name="${name}" value="${value}"${raw(
    address.getAll(name).includes(value) ? ' checked' : '',
  )}><span>${label}</span></label>`;

const day = (name: string, label: string, address: URLSearchParams): Html =>
  html`<div class="field"><label for="filter-${name}">${label} <span class="quiet small">(UTC)</span></label>
<input type="date" id="filter-${name}" name="${name}" value="${address.get(name) ?? ''}"></div>`;
