import { html, raw } from 'hono/html';
import { ASSET_TYPES } from '../../../asset/type.ts';
import type { TextKey } from '../../../language/catalogue.ts';
import type { Words } from '../../portal/language/words.ts';
import type { Option } from '../../portal/page/field.ts';
import type { Visit } from '../gate.ts';
import type { Html } from '../page.ts';
import { headWord, typeWord } from '../words.ts';
import { emptyCard } from './page.ts';

/** The query of a page's address, without empty fields. */
export const addressed = ({ context }: Pick<Visit, 'context'>): URLSearchParams =>
  new URLSearchParams([...new URL(context.req.url).searchParams].filter(([, value]) => value.trim() !== ''));

/** The value of a field; undefined where there is none. */
export const one = (address: URLSearchParams, name: string): string | undefined =>
  address.get(name)?.trim() ?? undefined;

/**
 * All values of a repeated field; undefined where there is none. Typed as `never[]`, which fits any list of values, because the
 * operation's schema refuses unknown ones.
 */
export function several(address: URLSearchParams, name: string): never[] | undefined {
  const values = address.getAll(name);
  return values.length === 0 ? undefined : (values as never[]);
}

/** The value of a field that has few values, typed to fit any of them for the same reason as {@link several}. */
export const choiceOf = (address: URLSearchParams, name: string): never | undefined =>
  one(address, name) as never | undefined;

/** `yes` and `no` of a field; undefined for anything else. */
export function answerOf(address: URLSearchParams, name: string): boolean | undefined {
  const value = one(address, name);
  return value === 'yes' ? true : value === 'no' ? false : undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The whole days (UTC) from `startDate` to `endDate`, as the operations take a range of time. */
export function daysOf(address: URLSearchParams): { startDate?: string; endDate?: string } {
  const [start, end] = [one(address, 'startDate'), one(address, 'endDate')];
  return {
    ...(start === undefined ? {} : { startDate: DAY.test(start) ? `${start}T00:00:00.000Z` : start }),
    ...(end === undefined ? {} : { endDate: DAY.test(end) ? `${end}T23:59:59.999Z` : end }),
  };
}

/** One filter of a list. */
export type Filter =
  | { readonly kind: 'text'; readonly name: string; readonly label: Html | string; readonly maxLength: number }
  | { readonly kind: 'days' }
  | {
      readonly kind: 'one' | 'several';
      readonly name: string;
      readonly label: Html | string;
      readonly options: readonly Option[];
      /** Whether it only orders the rows, so that it hides none. */
      readonly isOrder?: boolean;
    };

/** A filter by the values of an enum, of which one is chosen or several. */
export const valueFilter = (
  words: Words,
  kind: 'one' | 'several',
  name: string,
  label: Html,
  values: readonly string[],
): Filter => ({ kind, name, label, options: values.map((value) => ({ value, label: headWord(words, value) })) });

/** The order of the rows, each with the key of its name. */
export const orderFilter = (words: Words, name: string, orders: Readonly<Record<string, TextKey>>): Filter => ({
  ...{ kind: 'one', name, label: words.t('desk.organization.filter.order'), isOrder: true },
  options: Object.entries(orders).map(([value, key]) => ({ value, label: words.t(key) })),
});

/** A filter with the values yes and no. */
export const yesOrNo = (words: Words, name: string, label: Html): Filter => ({
  kind: 'one',
  name,
  label,
  options: [
    { value: 'yes', label: words.word('desk.organization.yes') },
    { value: 'no', label: words.word('desk.organization.no') },
  ],
});

/** The filter by asset types. */
export const assetTypeFilter = (words: Words): Filter => ({
  kind: 'several',
  name: 'assetType',
  label: words.t('desk.organization.filter.kind'),
  options: ASSET_TYPES.map((value) => ({ value, label: typeWord(words, value) })).sort((a, b) =>
    a.label.localeCompare(b.label, words.language),
  ),
});

/** From this number on, options are folded away. */
const MIN_FOLDED_OPTIONS = 12;

const isOrder = (filter: Filter): boolean => filter.kind === 'one' && filter.isOrder === true;

const namesOf = (filter: Filter): string[] => (filter.kind === 'days' ? ['startDate', 'endDate'] : [filter.name]);

/** What a page shows of a list that people filter. */
type FilteredList<Row> = {
  /** The address of the list without filters. */
  readonly path: string;
  readonly filters: readonly Filter[];
  readonly rows: readonly Row[];
  readonly row: (row: Row) => Html;
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
export function filteredList<Row>(
  words: Words,
  address: URLSearchParams,
  { path, filters, rows, row, next, isTab = false, none, noMatch }: FilteredList<Row>,
): Html {
  const names = [...filters.flatMap(namesOf), ...(next ? [next[0]] : [])];
  const kept = new URLSearchParams([...address].filter(([name]) => names.includes(name)));
  const orders = filters.filter(isOrder).flatMap(namesOf);
  const isNarrowed = !isTab && [...kept.keys()].some((name) => !orders.includes(name));
  return html`${filterForm(words, path, filters, address)}
${
  rows.length > 0
    ? html`<ol class="rows">${rows.map(row)}</ol>`
    : isNarrowed
      ? emptyCard(words.t(noMatch[0]), html`<a href="${path}">${words.t(noMatch[1])}</a>`)
      : emptyCard(words.t(none[0]), words.t(none[1]))
}${next ? pager(words, kept, next) : ''}`;
}

/** Links to the first and the next page of a list, with the same filters. */
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
export function filterForm(words: Words, action: string, filters: readonly Filter[], address: URLSearchParams): Html {
  const chosen = filters.filter((filter) => namesOf(filter).some((name) => address.has(name)));
  const set = chosen
    .filter((filter) => !isOrder(filter))
    .flatMap(namesOf)
    .filter((name) => address.has(name)).length;
  return html`<details class="card filter"${raw(chosen.length > 0 ? ' open' : '')}><summary>${set === 0 ? words.t('desk.organization.filter.title') : words.t('desk.organization.filter.set', { count: set })}</summary>
<form method="get" action="${action}"><div class="filter-fields">${filters.map((filter) => control(words, filter, address))}</div>
<div class="buttons"><button type="submit">${words.t('desk.organization.filter.show')}</button>${chosen.length === 0 ? '' : html`<a href="${action}">${words.t('desk.organization.filter.clear')}</a>`}</div></form></details>`;
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
  return filter.options.length < MIN_FOLDED_OPTIONS ? boxes(filter, address) : folded(words, filter, address);
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
