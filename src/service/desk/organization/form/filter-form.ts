import { html, raw } from 'hono/html';
import { ASSET_TYPES } from '../../../../asset/type.ts';
import type { Words } from '../../../language/words.ts';
import { headWord, typeWord } from '../../language/word.ts';
import type { Html } from '../../page.ts';

export type Option = { readonly value: string; readonly label: Html | string };

/** One filter of a list. */
export type Filter =
  | { readonly kind: 'text'; readonly name: string; readonly label: Html | string; readonly maxLength: number }
  | { readonly kind: 'days' }
  | {
      readonly kind: 'one' | 'several';
      readonly name: string;
      readonly label: Html | string;
      readonly options: readonly Option[];
    };

/** Values of an enum as options, each called what people call it. */
export const options = (words: Words, values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: headWord(words, value) }));

/** A filter that is met, or not. */
export const yesOrNo = (words: Words, name: string, label: Html): Filter => ({
  kind: 'one',
  name,
  label,
  options: [
    { value: 'yes', label: words.word('desk.organization.yes') },
    { value: 'no', label: words.word('desk.organization.no') },
  ],
});

/** The filter by kinds of assets, of which there are many. */
export const assetTypeFilter = (words: Words): Filter => ({
  kind: 'several',
  name: 'assetType',
  label: words.t('desk.organization.filter.kind'),
  options: ASSET_TYPES.map((value) => ({ value, label: typeWord(words, value) })).sort((a, b) =>
    a.label.localeCompare(b.label, words.language),
  ),
});

/** From so many on, options are shown when somebody asks for them. */
const MANY = 12;

const namesOf = (filter: Filter): string[] => (filter.kind === 'days' ? ['startDate', 'endDate'] : [filter.name]);

/** A form of filters that writes them into the address, so that a filtered list can be kept and sent. */
export function filterForm(words: Words, action: string, filters: readonly Filter[], address: URLSearchParams): Html {
  const set = filters.flatMap(namesOf).filter((name) => address.has(name)).length;
  return html`<details class="card filter"${raw(set > 0 ? ' open' : '')}><summary>${set === 0 ? words.t('desk.organization.filter.title') : words.t('desk.organization.filter.set', { count: set })}</summary>
<form method="get" action="${action}"><div class="filter-fields">${filters.map((filter) => control(words, filter, address))}</div>
<div class="buttons"><button type="submit">${words.t('desk.organization.filter.show')}</button>${set === 0 ? '' : html`<a href="${action}">${words.t('desk.organization.filter.clear')}</a>`}</div></form></details>`;
}

function control(words: Words, filter: Filter, address: URLSearchParams): Html {
  if (filter.kind === 'days')
    return html`${day('startDate', words.t('desk.organization.filter.from'), address)}${day('endDate', words.t('desk.organization.filter.to'), address)}`;
  const { name, label } = filter;
  const id = `filter-${name}`;
  if (filter.kind === 'text')
    return html`<div class="field"><label for="${id}">${label}</label>
<input type="search" id="${id}" name="${name}" maxlength="${filter.maxLength}" value="${address.get(name) ?? ''}" autocapitalize="none" spellcheck="false" dir="auto"></div>`;
  if (filter.kind === 'one')
    return html`<div class="field"><label for="${id}">${label}</label>
<select id="${id}" name="${name}"><option value="">${words.t('desk.organization.filter.any')}</option>${filter.options.map(
      (option) =>
        html`<option value="${option.value}"${raw(address.get(name) === option.value ? ' selected' : '')}>${option.label}</option>`,
    )}</select></div>`;
  return filter.options.length < MANY ? boxes(filter, address) : folded(words, filter, address);
}

type Several = Extract<Filter, { options: unknown }>;

const boxes = ({ name, label, options: all }: Several, address: URLSearchParams): Html =>
  html`<fieldset class="several"><legend>${label}</legend><div class="boxes">${all.map((option) => box(name, option, address))}</div></fieldset>`;

function folded(words: Words, { name, label, options: all }: Several, address: URLSearchParams): Html {
  const chosen = address.getAll(name).length;
  return html`<details class="several"${raw(chosen > 0 ? ' open' : '')}><summary>${words.t(
    'desk.organization.filter.folded',
    {
      label,
      chosen:
        chosen === 0
          ? words.t('desk.organization.filter.allOfThem')
          : words.t('desk.organization.filter.chosen', { count: chosen }),
    },
  )}</summary>
<fieldset><legend class="hidden">${label}</legend><div class="boxes">${all.map((option) => box(name, option, address))}</div></fieldset></details>`;
}

const box = (name: string, { value, label }: Option, address: URLSearchParams): Html =>
  html`<label class="option"><input type="checkbox" name="${name}" value="${value}"${raw(
    address.getAll(name).includes(value) ? ' checked' : '',
  )}><span>${label}</span></label>`;

const day = (name: string, label: Html, address: URLSearchParams): Html =>
  html`<div class="field"><label for="filter-${name}">${label} <span class="quiet small">(UTC)</span></label>
<input type="date" id="filter-${name}" name="${name}" value="${address.get(name) ?? ''}"></div>`;
