import { html } from 'hono/html';
import type { TextKey } from '../languages.ts';
import { ENGLISH } from './language.ts';
import type { Html, Words } from './words.ts';

export type DayCount = { readonly day: Date; readonly count: number };
type Counted = { readonly label: Html | string; readonly count: number };

/** Numbers, each with the text that says what it counts. */
export const figures = (words: Words, all: readonly (readonly [TextKey, number])[]): Html =>
  html`<dl class="card figures">${all.map(
    ([label, value]) => html`<div><dt class="small quiet">${words.t(label)}</dt><dd>${words.number(value)}</dd></div>`,
  )}</dl>`;

const BAR_HEIGHT = 100;
/** Keeps a small day visible beside a day with thousands. */
const MIN_BAR_HEIGHT = 3;
/** The scale ends no lower: a single event must not look like a peak. */
const LEAST_TOP = 4;
/** Fewer events than these are a list: bars would say less than it. */
const LEAST_PLOTTED = 10;

/**
 * Counts of successive days as bars over a scale, with the same numbers in a table; the table alone where they are few. The bars stretch
 * with the page, so they contain no text, which would stretch with them. Time runs in the direction of the language.
 */
export function dayPlot(caption: Html | string, days: readonly DayCount[], words = ENGLISH): Html {
  const most = Math.max(...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const busiest = words.day(days.find(({ count }) => count === most)!.day);
  const table = numberTable(
    words,
    caption,
    days.filter(({ count }) => count > 0).map(({ day, count }) => ({ label: words.day(day), count })),
  );
  if (total === 0)
    return html`<div class="card plot"><h2>${caption}</h2><p>${words.t('portal.plot.nothing')}</p></div>`;
  if (total < LEAST_PLOTTED) return html`<div class="card">${table}</div>`;
  const shown = words.direction === 'rtl' ? days.toReversed() : days;
  const summary = words.label('portal.plot.summary', { caption, total, day: busiest, most });
  const top = Math.max(LEAST_TOP, most + (most % 2));
  return html`<div class="card plot"><h2>${caption}</h2>
<div class="plot-area"><p class="plot-scale small quiet" aria-hidden="true"><span>${words.number(top)}</span><span>${words.number(top / 2)}</span><span>${words.number(0)}</span></p>
<svg viewBox="0 0 ${days.length} ${BAR_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}">${shown.map(
    (one, index) => bar(words, one, index, top),
  )}</svg></div>
<p class="plot-ends small quiet"><span>${words.day(days[0]!.day)}</span><span>${words.day(days.at(-1)!.day)}</span></p>
<details class="small"><summary>${words.t('portal.plot.inNumbers')}</summary>${table}</details></div>`;
}

function bar(words: Words, { day, count }: DayCount, index: number, top: number): Html | string {
  if (count === 0) return '';
  const height = Math.max(MIN_BAR_HEIGHT, (count / top) * BAR_HEIGHT);
  return html`<rect x="${index + 0.1}" y="${(BAR_HEIGHT - height).toFixed(1)}" width="0.8" height="${height.toFixed(1)}"><title>${words.day(day)}: ${words.number(count)}</title></rect>`;
}

/** Counts as a table. */
export const numberTable = (words: Words, caption: Html | string, rows: readonly Counted[]): Html =>
  html`<table><caption>${caption}</caption><tbody>${rows.map(
    ({ label, count }) => html`<tr><th scope="row">${label}</th><td>${words.number(count)}</td></tr>`,
  )}</tbody></table>`;

const BAR_WIDTH = 100;
/** What is there at all is seen beside what is there a thousand times. */
const MIN_BAR_WIDTH = 1;

/** Counts as a table, each with a bar that says nothing which the number does not; nothing where all are zero. */
export function barTable(words: Words, caption: Html, rows: readonly Counted[]): Html | string {
  const shown = rows.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  return shown.length === 0 ? '' : countTable(words, caption, shown);
}

/** The same with every row in the order given, zeros too. */
export function countTable(words: Words, caption: Html, rows: readonly Counted[]): Html {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return html`<div class="card"><table class="bars"><caption>${caption}</caption><tbody>${rows.map(
    ({ label, count }) => html`<tr><th scope="row">${label}</th>
<td class="bar-cell">${shareBar(count / most)}</td><td>${words.number(count)}</td></tr>`,
  )}</tbody></table></div>`;
}

function shareBar(share: number): Html {
  const width = share === 0 ? 0 : Math.max(MIN_BAR_WIDTH, share * BAR_WIDTH);
  return html`<svg viewBox="0 0 ${BAR_WIDTH} 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${width.toFixed(1)}" height="10"/></svg>`;
}
