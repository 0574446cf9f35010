import { html } from 'hono/html';
import type { TextKey } from '../../../language/catalogue.ts';
import { ENGLISH } from '../language/choice.ts';
import type { Words } from '../language/words.ts';
import type { DayCount, PortalMetrics } from '../store.ts';
import { assetWord } from './asset-word.ts';
import { type Html, type Portal, portalPage } from './page.ts';

const FIGURES = ['blocked', 'reports', 'recentReports', 'inReview'] as const satisfies readonly (keyof PortalMetrics)[];

/** The metrics tab: totals, the reports of a month, and blocked assets by kind. */
export function metricsPage(portal: Portal, metrics: PortalMetrics): Html {
  const { words } = portal;
  const title = words.t('portal.metrics.title');
  return portalPage(
    portal,
    'metrics',
    title,
    html`<h1>${title}</h1>
${figures(
  words,
  FIGURES.map((name) => [`portal.metrics.${name}`, metrics[name]]),
)}
${dayPlot(words.t('portal.metrics.byDay'), metrics.reportsByDay, words)}
${byKind(portal, metrics)}`,
  );
}

/** Numbers, each with the text that says what it counts. */
export const figures = (words: Words, all: readonly (readonly [TextKey, number])[]): Html =>
  html`<dl class="card figures">${all.map(
    ([label, value]) => html`<div><dt class="small quiet">${words.t(label)}</dt><dd>${words.number(value)}</dd></div>`,
  )}</dl>`;

function byKind({ words }: Portal, { blockedByType }: PortalMetrics): Html | string {
  if (blockedByType.length === 0) return '';
  return html`<div class="card"><table><caption>${words.t('portal.metrics.byKind')}</caption><tbody>${blockedByType.map(
    ({ type, count }) => html`<tr><th scope="row">${assetWord(type, words)}</th><td>${words.number(count)}</td></tr>`,
  )}</tbody></table></div>`;
}

const BAR_HEIGHT = 100;
/** Keeps a small day visible beside a day with thousands. */
const MIN_BAR_HEIGHT = 3;

/**
 * Counts of successive days as bars, with the same numbers in a table. The bars stretch with the page, so they contain
 * no text, which would stretch with them. Time runs in the direction of the language.
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
<svg viewBox="0 0 ${days.length} ${BAR_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}">${shown.map(
    ({ count }, index) => bar(index, most === 0 ? 0 : (count / most) * BAR_HEIGHT),
  )}</svg>
<p class="plot-ends small quiet"><span>${words.day(days[0]!.day)}</span><span>${
    most === 0 ? words.t('portal.plot.nothing') : words.t('portal.plot.most', { most })
  }</span><span>${words.day(days.at(-1)!.day)}</span></p>
<details class="small"><summary>${words.t('portal.plot.inNumbers')}</summary>${table(caption, days, words)}</details></div>`;
}

function bar(index: number, height: number): Html | string {
  if (height === 0) return '';
  const shown = Math.max(MIN_BAR_HEIGHT, height);
  return html`<rect x="${index + 0.1}" y="${(BAR_HEIGHT - shown).toFixed(1)}" width="0.8" height="${shown.toFixed(1)}"/>`;
}

const table = (caption: Html | string, days: readonly DayCount[], words: Words): Html =>
  html`<table><caption>${caption}</caption><tbody>${days
    .filter(({ count }) => count > 0)
    .map(
      ({ day, count }) => html`<tr><th scope="row">${words.day(day)}</th><td>${words.number(count)}</td></tr>`,
    )}</tbody></table>`;
