import { html } from 'hono/html';
import { assetWord } from './asset-word.ts';
import { numberText } from './calendar.ts';
import { type Html, type Portal, portalPage } from './page.ts';
import { dayPlot } from './plot.ts';
import type { PortalMetrics } from './view.ts';

/** The metrics tab: a few numbers, the reports of a month, and what was blocked by kind. */
export function metricsPage(portal: Portal, metrics: PortalMetrics): Html {
  const figures: [string, number][] = [
    ['blocked after a report', metrics.blocked],
    ['reports in all', metrics.reports],
    ['reports in the last 30 days', metrics.recentReports],
    ['reports being reviewed', metrics.inReview],
  ];
  return portalPage(
    portal,
    'metrics',
    'Metrics',
    html`<h1>Metrics</h1>
<dl class="card figures">${figures.map(
      ([label, value]) => html`<div><dt class="small quiet">${label}</dt><dd>${numberText(value)}</dd></div>`,
    )}</dl>
${dayPlot('Reports, day by day', metrics.reportsByDay)}
${byType(metrics)}`,
  );
}

function byType({ blockedByType }: PortalMetrics): Html | string {
  if (blockedByType.length === 0) return '';
  return html`<div class="card"><table><caption>Blocked, by kind</caption><tbody>${blockedByType.map(
    ({ type, count }) => html`<tr><th scope="row">${assetWord(type)}</th><td>${numberText(count)}</td></tr>`,
  )}</tbody></table></div>`;
}
