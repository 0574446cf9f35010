import { html, raw } from 'hono/html';
import type { Html, Words } from './words.ts';

/** Parts of a sentence, separated by the comma of its language. */
export const listed = (words: Words, parts: readonly (Html | string)[]): Html =>
  html`${parts.map((part, index) => html`${index === 0 ? '' : words.word('desk.comma')}${part}`)}`;

/** The same of texts that people wrote, each isolated so that it is read in its own direction. */
export const apartList = (words: Words, texts: readonly string[]): Html =>
  listed(
    words,
    texts.map((text) => html`<bdi>${text}</bdi>`),
  );

type Badge = { readonly text: Html | string; readonly tone?: 'danger' | 'ok' | undefined };
/** Badges, and false in the place of each that does not apply. */
export type Badges = readonly (Badge | false)[];

/** Short facts in a row. A tone never says anything that the words do not say. */
export function badges(all: Badges, element: 'p' | 'span' = 'p'): Html | string {
  const shown = all.filter((badge) => badge !== false);
  if (shown.length === 0) return '';
  return html`<${raw(element)} class="badges">${shown.map(({ text, tone }) => html`<span class="badge ${tone ?? ''}">${text}</span> `)}</${raw(element)}>`;
}

/** One row of a list. Parts that are null are left out. */
export type Row = {
  readonly title: Html | string;
  readonly href?: string | undefined;
  readonly isMono?: boolean;
  readonly aside?: readonly (Html | string | null)[];
  readonly lines?: readonly (Html | string | null)[];
  readonly badges?: Badges;
};

/** @param level of the heading: 2 for a list that fills its page, else 3 */
export function rowItem(
  { title, href, isMono, aside = [], lines = [], badges: all = [] }: Row,
  level: 2 | 3 = 2,
): Html {
  const facts = aside.filter((fact) => fact !== null);
  const name = href === undefined ? title : html`<a href="${href}"><bdi>${title}</bdi></a>`;
  const look = isMono ? ' class="mono"' : '';
  return html`<li><div class="row-head">${level === 2 ? html`<h2${raw(look)}>${name}</h2>` : html`<h3${raw(look)}>${name}</h3>`}
<span class="small quiet">${facts.map((fact, index) => html`${index === 0 ? '' : ' · '}${fact}`)}</span></div>
${badges(all)}
${lines.filter((line) => line !== null)}</li>`;
}

/** Shown in place of an empty list: what that means, and what to do. */
export const emptyCard = (text: Html | string, advice: Html | string = ''): Html =>
  html`<div class="card"><p>${text}</p>${advice === '' ? '' : html`<p class="quiet">${advice}</p>`}</div>`;

/** A list of rows; in place of an empty one, what that means and what to do. */
export const rowList = (rows: readonly Html[], none: Html | string, advice?: Html | string): Html =>
  rows.length === 0 ? emptyCard(none, advice) : html`<ol class="rows">${rows}</ol>`;

/** Facts, each with its name; null ones are left out. */
export const facts = (all: readonly (readonly [name: Html | string, value: Html | string | null])[]): Html =>
  html`<dl>${all.map(([name, value]) => (value === null ? '' : html`<div><dt>${name}</dt><dd>${value}</dd></div>`))}</dl>`;

/** A line for each of several things; null without any, so that {@link facts} leaves the fact out. */
export const lines = <T>(all: readonly T[], line: (one: T) => Html): Html | null =>
  all.length === 0 ? null : html`${all.map(line)}`;

/** What people wrote, with its line breaks. */
export const written = (text: string | Html): Html => html`<p class="written" dir="auto">${text}</p>`;
