import { html } from 'hono/html';
import { ENGLISH } from '../../language/choice.ts';
import type { Words } from '../../language/words.ts';
import type { Html } from './page.ts';
import type { DayCount } from './view.ts';

const HEIGHT = 100;
/** A day with anything at all is seen beside a day with thousands. */
const SMALLEST = 3;

/**
 * Counts of successive days as bars, with the same numbers in a table. The bars stretch with the page and hold no text, which
 * would stretch with them. Time runs in the direction of the language.
 */
export function dayPlot(caption: Html | string, days: readonly DayCount[], words = ENGLISH): Html {
  const most = Math.max(...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const busiest = words.day(days.find(({ count }) => count === most)!.day);
  const shown = words.direction === 'rtl' ? days.toReversed() : days;
  const summary =
    most === 0
      ? words.label('portal.plot.none', { caption })
      : words.label('portal.plot.summary', { caption, total, day: busiest, most });
  return html`<div class="card plot"><h2>${caption}</h2>
<svg viewBox="0 0 ${days.length} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}">${shown.map(
    ({ count }, index) => bar(index, most === 0 ? 0 : (count / most) * HEIGHT),
  )}</svg>
<p class="plot-ends small quiet"><span>${words.day(days[0]!.day)}</span><span>${
    most === 0 ? words.t('portal.plot.nothing') : words.t('portal.plot.most', { most })
  }</span><span>${words.day(days.at(-1)!.day)}</span></p>
<details class="small"><summary>${words.t('portal.plot.inNumbers')}</summary>${table(caption, days, words)}</details></div>`;
}

function bar(index: number, height: number): Html | string {
  if (height === 0) return '';
  const shown = Math.max(SMALLEST, height);
  return html`<rect x="${index + 0.1}" y="${(HEIGHT - shown).toFixed(1)}" width="0.8" height="${shown.toFixed(1)}"/>`;
}

const table = (caption: Html | string, days: readonly DayCount[], words: Words): Html =>
  html`<table><caption>${caption}</caption><tbody>${days
    .filter(({ count }) => count > 0)
    .map(
      ({ day, count }) => html`<tr><th scope="row">${words.day(day)}</th><td>${words.number(count)}</td></tr>`,
    )}</tbody></table>`;
