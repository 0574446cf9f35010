import { html } from 'hono/html';
import { assetWord } from '../page/asset-word.ts';
import { dayPlot, figures, numberTable } from '../page/plot.ts';
import type { Html } from '../page/words.ts';
import { type Portal, portalPage } from './page.ts';
import type { PortalMetrics } from './store.ts';

const FIGURES = ['blocked', 'reports', 'recentReports', 'inReview'] as const satisfies readonly (keyof PortalMetrics)[];

/** The metrics tab: totals, the reports of a month, and blocked assets by kind. */
export function metricsPage(portal: Portal, metrics: PortalMetrics): Html {
  const { words } = portal;
  const title = words.t('portal.metrics.title');
  const { blockedByType } = metrics;
  const byType = blockedByType.map(({ type, count }) => ({ label: assetWord(type, words), count }));
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
${blockedByType.length === 0 ? '' : html`<div class="card">${numberTable(words, words.t('portal.metrics.byKind'), byType)}</div>`}`,
  );
}
