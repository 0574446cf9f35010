import { html } from 'hono/html';
import { assetWord } from './asset-word.ts';
import { type Html, type Portal, portalPage } from './page.ts';
import { dayPlot } from './plot.ts';
import type { PortalMetrics } from './view.ts';

const FIGURES = ['blocked', 'reports', 'recentReports', 'inReview'] as const satisfies readonly (keyof PortalMetrics)[];

/** The metrics tab: a few numbers, the reports of a month, and what was blocked by kind. */
export function metricsPage(portal: Portal, metrics: PortalMetrics): Html {
  const { words } = portal;
  const title = words.t('portal.metrics.title');
  return portalPage(
    portal,
    'metrics',
    title,
    html`<h1>${title}</h1>
<dl class="card figures">${FIGURES.map(
      (name) =>
        html`<div><dt class="small quiet">${words.t(`portal.metrics.${name}`)}</dt><dd>${words.number(metrics[name])}</dd></div>`,
    )}</dl>
${dayPlot(words.t('portal.metrics.byDay'), metrics.reportsByDay, words)}
${byKind(portal, metrics)}`,
  );
}

function byKind({ words }: Portal, { blockedByType }: PortalMetrics): Html | string {
  if (blockedByType.length === 0) return '';
  return html`<div class="card"><table><caption>${words.t('portal.metrics.byKind')}</caption><tbody>${blockedByType.map(
    ({ type, count }) => html`<tr><th scope="row">${assetWord(type, words)}</th><td>${words.number(count)}</td></tr>`,
  )}</tbody></table></div>`;
}
