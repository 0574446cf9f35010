import { html } from 'hono/html';
import { assetWord } from '../page/asset-word.ts';
import { dayPlot, figures } from '../page/plot.ts';
import type { Html } from '../page/words.ts';
import { type Portal, portalPage } from './page.ts';
import type { PortalMetrics } from './store.ts';

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

function byKind({ words }: Portal, { blockedByType }: PortalMetrics): Html | string {
  if (blockedByType.length === 0) return '';
  return html`<div class="card"><table><caption>${words.t('portal.metrics.byKind')}</caption><tbody>${blockedByType.map(
    ({ type, count }) => html`<tr><th scope="row">${assetWord(type, words)}</th><td>${words.number(count)}</td></tr>`,
  )}</tbody></table></div>`;
}
