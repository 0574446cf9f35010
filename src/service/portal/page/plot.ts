import { html } from 'hono/html';
import { dayText, numberText } from './calendar.ts';
import type { Html } from './page.ts';
import type { DayCount } from './view.ts';

const HEIGHT = 100;
/** A day with anything at all is seen beside a day with thousands. */
const SMALLEST = 3;

/**
 * Counts of successive days as bars, with the same numbers in a table. The bars stretch with the page and hold no text, which
 * would stretch with them.
 */
export function dayPlot(caption: string, days: readonly DayCount[]): Html {
  const most = Math.max(...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const busiest = days.find(({ count }) => count === most)!;
  const summary =
    most === 0
      ? `${caption}: none`
      : `${caption}: ${numberText(total)}, most on ${dayText(busiest.day)} (${numberText(most)})`;
  return html`<div class="card plot"><h2>${caption}</h2>
<svg viewBox="0 0 ${days.length} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}">${days.map(
    ({ count }, index) => bar(index, most === 0 ? 0 : (count / most) * HEIGHT),
  )}</svg>
<p class="plot-ends small quiet"><span>${dayText(days[0]!.day)}</span><span>${
    most === 0 ? 'None' : `at most ${numberText(most)} a day`
  }</span><span>${dayText(days.at(-1)!.day)}</span></p>
<details class="small"><summary>In numbers</summary>${table(caption, days)}</details></div>`;
}

function bar(index: number, height: number): Html | string {
  if (height === 0) return '';
  const shown = Math.max(SMALLEST, height);
  return html`<rect x="${index + 0.1}" y="${(HEIGHT - shown).toFixed(1)}" width="0.8" height="${shown.toFixed(1)}"/>`;
}

const table = (caption: string, days: readonly DayCount[]): Html =>
  html`<table><caption>${caption}</caption><tbody>${days
    .filter(({ count }) => count > 0)
    .map(
      ({ day, count }) => html`<tr><th scope="row">${dayText(day)}</th><td>${numberText(count)}</td></tr>`,
    )}</tbody></table>`;
