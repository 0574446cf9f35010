import { html, raw } from 'hono/html';
import { ASSET_TYPES } from '../../asset/type.ts';
import type { TextKey } from '../languages.ts';
import { type Option, optionBox, selectField } from './field.ts';
import { rowList } from './list.ts';
import { headWord, typeWord } from './value-word.ts';
import type { Html, Words } from './words.ts';

type Label = TextKey | ((words: Words) => Html);

/** One filter of a list. `order` only orders the rows, so that it hides none; `flag` is yes or no. */
export type Filter =
  | { readonly kind: 'text'; readonly label: Label; readonly maxLength: number }
  | { readonly kind: 'days' }
  | { readonly kind: 'flag'; readonly label: Label }
  | {
      readonly kind: 'one' | 'several' | 'order';
      readonly label: Label;
      readonly options: (words: Words) => readonly Option[];
    };

/** The filters of a list, by the field of the address that each is read from. */
export type Filters = Readonly<Record<string, Filter>>;

export const text = (label: Label, maxLength = 255): Filter => ({ kind: 'text', label, maxLength });
/** A range of whole days (UTC), in the fields `startDate` and `endDate`. */
export const DAYS: Filter = { kind: 'days' };
export const flag = (label: Label): Filter => ({ kind: 'flag', label });

/** The values of an enum, of which one is chosen or several. */
export const valuesOf = (
  kind: 'one' | 'several',
  label: Label,
  values: readonly string[],
  word: (words: Words, value: string) => string = headWord,
): Filter => ({ kind, label, options: (words) => values.map((value) => ({ value, label: word(words, value) })) });

export const assetTypes = (label: Label = 'desk.organization.filter.kind', kind: 'one' | 'several' = 'several') => ({
  ...{ kind, label },
  options: (words: Words) =>
    ASSET_TYPES.map((value) => ({ value, label: typeWord(words, value) })).sort((a, b) =>
      a.label.localeCompare(b.label, words.language),
    ),
});

/** The order of the rows, each with the key of its name. */
export const order = (texts: Readonly<Record<string, TextKey>>): Filter => ({
  kind: 'order',
  label: 'desk.organization.filter.order',
  options: (words) => Object.entries(texts).map(([value, key]) => ({ value, label: words.t(key) })),
});

/** The fields of an address that are not empty. */
export const addressFields = (url: string): URLSearchParams =>
  new URLSearchParams([...new URL(url).searchParams].filter(([, value]) => value.trim() !== ''));

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const moment = (value: string | null, time: string): string | undefined =>
  value === null ? undefined : DAY.test(value) ? `${value}T${time}Z` : value;

/** What an address says, by the names of the filters, as operations take it; their schemas refuse what is wrong. */
export function filterValues(filters: Filters, address: URLSearchParams): Record<string, unknown> {
  const value = (name: string) => address.get(name)?.trim() ?? null;
  const entries = Object.entries(filters).flatMap(([name, { kind }]): [string, unknown][] => {
    if (kind === 'days')
      return [
        ['startDate', moment(value('startDate'), '00:00:00.000')],
        ['endDate', moment(value('endDate'), '23:59:59.999')],
      ];
    if (kind === 'several') return [[name, address.has(name) ? address.getAll(name) : undefined]];
    if (kind !== 'flag') return [[name, value(name) ?? undefined]];
    return [[name, value(name) === 'yes' ? true : value(name) === 'no' ? false : undefined]];
  });
  return Object.fromEntries(entries.filter(([, given]) => given !== undefined));
}

/** From this number on, options are folded away. */
const MIN_FOLDED_OPTIONS = 12;

const namesOf = ([name, { kind }]: readonly [string, Filter]): string[] =>
  kind === 'days' ? ['startDate', 'endDate'] : [name];

type FilteredList = {
  readonly address: URLSearchParams;
  /** The address of the list without filters. */
  readonly path: string;
  readonly filters: Filters;
  readonly rows: readonly Html[];
  /** The field of the address that holds a cursor, and the cursor of the next page. Default: the list has one page. */
  readonly next?: readonly [field: string, cursor: string | undefined];
  /** Whether the address is that of a tab above the list, which then has `none` where it is empty. */
  readonly isTab?: boolean;
  /** Shown where there is nothing at all: what that means, and what to do. */
  readonly none: readonly [text: TextKey, advice: TextKey];
  /** Shown where nothing meets the filters: that, and a link to the list without them. */
  readonly noMatch: readonly [text: TextKey, showAll: TextKey];
};

/** A list with its filters and the links to its other pages. */
export function filteredList(words: Words, list: FilteredList): Html {
  const { address, path, filters, rows, next, isTab = false, none, noMatch } = list;
  const all = Object.entries(filters);
  const names = [...all.flatMap(namesOf), ...(next ? [next[0]] : [])];
  const kept = new URLSearchParams([...address].filter(([name]) => names.includes(name)));
  const isNarrowed = !isTab && [...kept.keys()].some((name) => filters[name]?.kind !== 'order');
  return html`${filterForm(words, path, filters, address)}
${
  isNarrowed
    ? rowList(rows, words.t(noMatch[0]), html`<a href="${path}">${words.t(noMatch[1])}</a>`)
    : rowList(rows, words.t(none[0]), words.t(none[1]))
}${next ? pager(words, kept, next) : ''}`;
}

function pager(
  words: Words,
  filtered: URLSearchParams,
  [field, next]: readonly [field: string, cursor: string | undefined],
): Html | string {
  const isInside = filtered.has(field);
  if (next === undefined && !isInside) return '';
  const to = (value: string | null) => {
    const other = new URLSearchParams(filtered);
    if (value === null) other.delete(field);
    else other.set(field, value);
    return `?${other}`;
  };
  return html`<nav class="pager" aria-label="${words.label('desk.organization.filter.pages')}">${isInside ? html`<a href="${to(null)}">${words.t('desk.organization.filter.first')}</a>` : ''}
${next === undefined ? '' : html`<a href="${to(next)}" rel="next">${words.t('desk.organization.filter.next')}</a>`}</nav>`;
}

/** A form that writes filters into the address, so that a filtered list can be bookmarked and shared. */
export function filterForm(words: Words, action: string, filters: Filters, address: URLSearchParams): Html {
  const all = Object.entries(filters);
  const chosen = all.filter((filter) => namesOf(filter).some((name) => address.has(name)));
  const set = chosen.filter(([, { kind }]) => kind !== 'order').flatMap(namesOf);
  const count = set.filter((name) => address.has(name)).length;
  return html`<details class="card filter"${raw(chosen.length > 0 ? ' open' : '')}><summary>${count === 0 ? words.t('desk.organization.filter.title') : words.t('desk.organization.filter.set', { count })}</summary>
<form method="get" action="${action}"><div class="filter-fields">${all.map(([name, filter]) => control(words, name, filter, address))}</div>
<div class="buttons"><button type="submit">${words.t('desk.organization.filter.show')}</button>${chosen.length === 0 ? '' : html`<a href="${action}">${words.t('desk.organization.filter.clear')}</a>`}</div></form></details>`;
}

const labelOf = (words: Words, label: Label): Html => (typeof label === 'string' ? words.t(label) : label(words));

function control(words: Words, name: string, filter: Filter, address: URLSearchParams): Html {
  const value = address.get(name) ?? '';
  const id = `filter-${name}`;
  if (filter.kind === 'days')
    return html`${day('startDate', words.t('desk.organization.filter.from'), address)}${day('endDate', words.t('desk.organization.filter.to'), address)}`;
  const label = labelOf(words, filter.label);
  if (filter.kind === 'text')
    return html`<div class="field"><label for="${id}">${label}</label>
<input type="search" id="${id}" name="${name}" maxlength="${filter.maxLength}" value="${value}" autocapitalize="none" spellcheck="false" dir="auto"></div>`;
  if (filter.kind === 'several') return boxes(words, name, label, filter.options(words), address);
  const options =
    filter.kind === 'flag'
      ? (['yes', 'no'] as const).map((answer) => ({ value: answer, label: words.word(`desk.organization.${answer}`) }))
      : filter.options(words);
  const any = { value: '', label: words.t('desk.organization.filter.any') };
  return selectField({ name, id, label, options: [any, ...options] }, value);
}

function boxes(words: Words, name: string, label: Html, all: readonly Option[], address: URLSearchParams): Html {
  const chosen = address.getAll(name);
  const inner = html`<div class="boxes">${all.map((option) => optionBox('checkbox', name, option, chosen.includes(option.value)))}</div>`;
  if (all.length < MIN_FOLDED_OPTIONS)
    return html`<fieldset class="several"><legend>${label}</legend>${inner}</fieldset>`;
  const count = chosen.length;
  const some =
    count === 0 ? words.t('desk.organization.filter.allOfThem') : words.t('desk.organization.filter.chosen', { count });
  return html`<details class="several"${raw(count > 0 ? ' open' : '')}><summary>${words.t('desk.organization.filter.folded', { label, chosen: some })}</summary>
<fieldset><legend class="hidden">${label}</legend>${inner}</fieldset></details>`;
}

const day = (name: string, label: Html, address: URLSearchParams): Html =>
  html`<div class="field"><label for="filter-${name}">${label} <span class="quiet small">(UTC)</span></label>
<input type="date" id="filter-${name}" name="${name}" value="${address.get(name) ?? ''}"></div>`;
