import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import { organizationBrands } from '../../../../api/organization/brand.ts';
import {
  metricsBreakdown,
  metricsFound,
  metricsSummary,
  organizationMetrics,
} from '../../../../api/organization/metrics.ts';
import { addressFields, DAYS, type Filters, filterForm, filterValues } from '../../../page/filter.ts';
import { emptyCard, listed } from '../../../page/list.ts';
import { barTable, dayPlot, figures } from '../../../page/plot.ts';
import { typeWord } from '../../../page/value-word.ts';
import type { Html } from '../../../page/words.ts';
import type { Gate } from '../../gate.ts';
import { say } from '../kit.ts';
import { organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet } from '../visit.ts';

type Rows = ResponseOf<typeof metricsBreakdown>['rows'];
const KINDS = ['reports', 'threats', 'detections', 'takedowns'] as const;
const DAY_MS = 86_400_000;
/** Nobody could see bars of more days apart. */
const MAX_DAYS = 366;

/** What happened in a range of time, in numbers and day by day. */
export function metricsRoutes(gate: Gate): void {
  organizationGet(gate, '/metrics', async (visit) => {
    const { ask, root, frame } = visit;
    const { words } = frame;
    const address = addressFields(visit.context.req.url);
    const { brands } = await ask(organizationBrands, {});
    const filters: Filters = {
      days: DAYS,
      ...(brands.length === 0
        ? {}
        : {
            brand: {
              ...{ kind: 'one', label: 'desk.organization.metric.brand' },
              options: () => brands.map((one) => ({ value: one.slug, label: one.name })),
            },
          }),
    };
    const { brand: brandSlug, ...period } = filterValues(
      { ...filters, brand: { kind: 'text', label: 'desk.organization.metric.brand', maxLength: 255 } },
      address,
    );
    const { startDate, endDate, totals: all } = await ask(metricsSummary, period);
    const range = { startDate, endDate };
    const { count: found } = await ask(metricsFound, range);
    const { metrics } = await ask(organizationMetrics, { ...range, brandSlug: brandSlug as string });
    const rowsBy = async (by: 'day' | 'assetType' | 'brand') => (await ask(metricsBreakdown, { ...range, by })).rows;
    const [byDay, byType, byBrand] = [await rowsBy('day'), await rowsBy('assetType'), await rowsBy('brand')];
    const [start, end] = [new Date(startDate), new Date(endDate)];
    const days = daysBetween(start, end);
    const kindOf = (kind: (typeof KINDS)[number]) => say(visit, `metric.kind.${kind}`);
    const nameOf = (one: string) => brands.find((brand) => brand.slug === one)?.name ?? one;
    const brand = brands.find((one) => one.slug === brandSlug);
    const bars = (
      kind: (typeof KINDS)[number],
      by: 'metric.byKind' | 'metric.byBrand',
      rows: Rows,
      label: (key: string) => string,
    ) =>
      barTable(
        words,
        say(visit, by, { kind: kindOf(kind) }),
        rows.map((row) => ({ label: label(row.key), count: row[kind] })),
      );
    const content =
      days.length === 0
        ? emptyCard(say(visit, 'metric.reversed'), html`<a href="${root}/metrics">${say(visit, 'metric.last30')}</a>`)
        : html`${figures(words, [
            ['desk.organization.metric.total.reports', all.reports],
            ['desk.organization.metric.total.closed', all.reportsClosed],
            ['desk.organization.metric.total.threats', all.threats],
            ['desk.organization.metric.total.found', found],
            ['desk.organization.metric.total.detections', all.detections],
            ['desk.organization.metric.total.filed', all.takedownsFiled],
            ['desk.organization.metric.total.completed', all.takedownsCompleted],
            ['desk.organization.metric.total.disputes', all.disputes],
            ['desk.organization.metric.total.watched', metrics.threatsWatchlisted],
          ])}
${
  brand === undefined
    ? ''
    : html`<p class="notice">${say(visit, 'metric.ofBrand', {
        ...{ brand: brand.name, threats: metrics.newThreats, reports: metrics.reports },
        ...{ filed: metrics.takedownsFiled, completed: metrics.takedownsCompleted },
      })}</p>`
}
${plots(visit, days, byDay)}
${barTable(words, say(visit, 'metric.byPlace'), [
  { label: say(visit, 'metric.sites'), count: metrics.domainThreats },
  { label: 'X', count: metrics.twitterThreats },
  { label: 'Telegram', count: metrics.telegramThreats },
  { label: say(visit, 'metric.elsewhere'), count: metrics.otherThreats },
])}
${KINDS.map((kind) => bars(kind, 'metric.byKind', byType, (type) => typeWord(words, type)))}
${(['threats', 'reports'] as const).map((kind) => bars(kind, 'metric.byBrand', byBrand, nameOf))}`;
    const lead = say(visit, 'metric.lead', { start: words.day(start), end: words.day(end) });
    const form = filterForm(words, `${root}/metrics`, filters, address);
    return { page: organizationPage(visit, '/metrics', { lead }, html`${form}${content}`) };
  });
}

/** A plot for each kind of which there was anything, and the others in a word. */
function plots(visit: OrganizationVisit, days: readonly string[], rows: Rows): Html {
  const { words } = visit.frame;
  const all = KINDS.map((kind) => {
    const counts = new Map(rows.map((row) => [row.key, row[kind]]));
    return { kind, counts: days.map((day) => ({ day: new Date(`${day}T00:00:00Z`), count: counts.get(day) ?? 0 })) };
  });
  const isEmpty = ({ counts }: (typeof all)[number]) => counts.every(({ count }) => count === 0);
  const none = all
    .filter(isEmpty)
    .map(({ kind }) => words.word(`desk.organization.metric.total.${kind === 'takedowns' ? 'filed' : kind}`));
  return html`${all
    .filter((one) => !isEmpty(one))
    .map(({ kind, counts }) =>
      dayPlot(say(visit, 'metric.byDay', { kind: say(visit, `metric.kind.${kind}`) }), counts, words),
    )}
${none.length === 0 ? '' : html`<div class="card"><p>${say(visit, 'metric.noneOf', { kinds: listed(words, none) })}</p></div>`}`;
}

function daysBetween(start: Date, end: Date): string[] {
  const last = Math.floor(end.getTime() / DAY_MS);
  const first = Math.max(Math.floor(start.getTime() / DAY_MS), last - MAX_DAYS + 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    new Date((first + index) * DAY_MS).toISOString().slice(0, 10),
  );
}
