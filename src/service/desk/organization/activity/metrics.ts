import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import { organizationBrands } from '../../../../api/organization/brand.ts';
import {
  metricsBreakdown,
  metricsFound,
  metricsSummary,
  organizationMetrics,
} from '../../../../api/organization/metrics.ts';
import type { TextKey } from '../../../../language/catalogue.ts';
import type { Words } from '../../../portal/language/words.ts';
import { dayPlot, figures } from '../../../portal/page/metrics-page.ts';
import type { Gate } from '../../gate.ts';
import { type Html, listed } from '../../page.ts';
import { typeWord } from '../../words.ts';
import { addressed, daysOf, type Filter, filterForm, one } from '../filter.ts';
import { emptyCard, organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet } from '../visit.ts';

/** The metrics of an organization. */
export function metricsRoutes(gate: Gate): void {
  organizationGet(gate, '/metrics', async (visit) => {
    const { call } = visit;
    const { slug } = visit.organization;
    const address = addressed(visit);
    const summary = await call(metricsSummary, { body: { slug, ...daysOf(address) } });
    const { startDate, endDate } = summary;
    const body = { slug, startDate, endDate };
    const measured = {
      ...{ address, summary },
      found: (await call(metricsFound, { body })).count,
      figures: await call(organizationMetrics, { query: { ...body, brandSlug: one(address, 'brand') } }),
      byDay: (await call(metricsBreakdown, { body: { ...body, by: 'day' } })).rows,
      byType: (await call(metricsBreakdown, { body: { ...body, by: 'assetType' } })).rows,
      byBrand: (await call(metricsBreakdown, { body: { ...body, by: 'brand' } })).rows,
      brands: (await call(organizationBrands, { query: { slug } })).brands,
    };
    return { page: metricsPage(visit, measured) };
  });
}

type Rows = ResponseOf<typeof metricsBreakdown>['rows'];
type Kind = Exclude<keyof Rows[number], 'key'>;

type Measured = {
  readonly address: URLSearchParams;
  readonly summary: ResponseOf<typeof metricsSummary>;
  /** How many different assets were detected or blocked. */
  readonly found: number;
  readonly figures: ResponseOf<typeof organizationMetrics>;
  readonly byDay: Rows;
  readonly byType: Rows;
  readonly byBrand: Rows;
  readonly brands: readonly { readonly slug: string; readonly name: string }[];
};

const DAY_MS = 86_400_000;
/** Bars of more days could not be told apart. */
const MAX_DAYS = 366;
const KINDS: Readonly<Record<Kind, TextKey>> = {
  reports: 'desk.organization.metric.kind.reports',
  threats: 'desk.organization.metric.kind.threats',
  detections: 'desk.organization.metric.kind.detections',
  takedowns: 'desk.organization.metric.kind.takedowns',
};

/** What happened in a range of time, in numbers and day by day. */
function metricsPage(visit: OrganizationVisit, measured: Measured): Html {
  const { words } = visit.frame;
  const { address, summary, brands, figures } = measured;
  const path = `${visit.root}/metrics`;
  const [start, end] = [new Date(summary.startDate), new Date(summary.endDate)];
  const brand = brands.find(({ slug }) => slug === address.get('brand'));
  const days = daysBetween(start, end);
  return organizationPage(
    visit,
    '/metrics',
    { lead: words.t('desk.organization.metric.lead', { start: words.day(start), end: words.day(end) }) },
    html`${filterForm(words, path, filters(words, brands), address)}
${
  days.length === 0
    ? emptyCard(
        words.t('desk.organization.metric.reversed'),
        html`<a href="${path}">${words.t('desk.organization.metric.last30')}</a>`,
      )
    : html`${totals(words, measured)}
${
  brand === undefined
    ? ''
    : html`<p class="notice">${words.t('desk.organization.metric.ofBrand', {
        brand: brand.name,
        threats: figures.metrics.newThreats,
        reports: figures.metrics.reports,
        filed: figures.metrics.takedownsFiled,
        completed: figures.metrics.takedownsCompleted,
      })}</p>`
}
${plots(words, days, measured.byDay)}
${kinds(words, measured)}`
}`,
  );
}

const filters = (words: Words, brands: Measured['brands']): Filter[] => [
  { kind: 'days' },
  ...(brands.length === 0
    ? []
    : [
        {
          kind: 'one' as const,
          name: 'brand',
          label: words.t('desk.organization.metric.brand'),
          options: brands.map(({ slug, name }) => ({ value: slug, label: name })),
        },
      ]),
];

function totals(words: Words, { summary: { totals: all }, found, figures: { metrics } }: Measured): Html {
  return figures(words, [
    ['desk.organization.metric.total.reports', all.reports],
    ['desk.organization.metric.total.closed', all.reportsClosed],
    ['desk.organization.metric.total.threats', all.threats],
    ['desk.organization.metric.total.found', found],
    ['desk.organization.metric.total.detections', all.detections],
    ['desk.organization.metric.total.filed', all.takedownsFiled],
    ['desk.organization.metric.total.completed', all.takedownsCompleted],
    ['desk.organization.metric.total.disputes', all.disputes],
    ['desk.organization.metric.total.watched', metrics.threatsWatchlisted],
  ]);
}

/** A plot for each kind of which there was anything, and the others in a word. */
function plots(words: Words, days: readonly string[], rows: Rows): Html {
  const all = (Object.keys(KINDS) as Kind[]).map((kind) => {
    const counts = new Map(rows.map((row) => [row.key, row[kind]]));
    return { kind, counts: days.map((day) => ({ day: new Date(`${day}T00:00:00Z`), count: counts.get(day) ?? 0 })) };
  });
  const isEmpty = ({ counts }: (typeof all)[number]) => counts.every(({ count }) => count === 0);
  const none = all
    .filter(isEmpty)
    .map(({ kind }) => words.word(`desk.organization.metric.total.${kind === 'takedowns' ? 'filed' : kind}`));
  return html`${all.filter((one) => !isEmpty(one)).map(({ kind, counts }) => dayPlot(words.t('desk.organization.metric.byDay', { kind: words.t(KINDS[kind]) }), counts, words))}
${none.length === 0 ? '' : html`<div class="card"><p>${words.t('desk.organization.metric.noneOf', { kinds: listed(words, none) })}</p></div>`}`;
}

function kinds(words: Words, { byType, byBrand, brands, figures: { metrics } }: Measured): Html {
  const families = [
    { label: words.t('desk.organization.metric.sites'), count: metrics.domainThreats },
    { label: 'X', count: metrics.twitterThreats },
    { label: 'Telegram', count: metrics.telegramThreats },
    { label: words.t('desk.organization.metric.elsewhere'), count: metrics.otherThreats },
  ];
  const nameOf = (slug: string) => brands.find((one) => one.slug === slug)?.name ?? slug;
  return html`${barTable(words, words.t('desk.organization.metric.byPlace'), families)}
${(Object.keys(KINDS) as Kind[]).map((kind) =>
  barTable(
    words,
    words.t('desk.organization.metric.byKind', { kind: words.t(KINDS[kind]) }),
    byType.map((row) => ({ label: typeWord(words, row.key), count: row[kind] })),
  ),
)}
${barTable(
  words,
  words.t('desk.organization.metric.byBrand', { kind: words.t(KINDS.threats) }),
  byBrand.map((row) => ({ label: nameOf(row.key), count: row.threats })),
)}
${barTable(
  words,
  words.t('desk.organization.metric.byBrand', { kind: words.t(KINDS.reports) }),
  byBrand.map((row) => ({ label: nameOf(row.key), count: row.reports })),
)}`;
}

/** The days of a range (UTC, `YYYY-MM-DD`), the last ones of a long range. */
function daysBetween(start: Date, end: Date): string[] {
  const last = Math.floor(end.getTime() / DAY_MS);
  const first = Math.max(Math.floor(start.getTime() / DAY_MS), last - MAX_DAYS + 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    new Date((first + index) * DAY_MS).toISOString().slice(0, 10),
  );
}

const BAR_WIDTH = 100;
/** What is there at all is seen beside what is there a thousand times. */
const MIN_BAR_WIDTH = 1;

/** Counts as a table, each with a bar that says nothing which the number does not; nothing where all are zero. */
function barTable(
  words: Words,
  caption: Html,
  rows: readonly { readonly label: Html | string; readonly count: number }[],
): Html | string {
  const shown = rows.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  return shown.length === 0 ? '' : countTable(words, caption, shown);
}

/** The same with every row in the order given, zeros too. */
export function countTable(
  words: Words,
  caption: Html,
  rows: readonly { readonly label: Html | string; readonly count: number }[],
): Html {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return html`<div class="card"><table class="bars"><caption>${caption}</caption><tbody>${rows.map(
    ({ label, count }) => html`<tr><th scope="row">${label}</th>
<td class="bar-cell">${bar(count / most)}</td><td>${words.number(count)}</td></tr>`,
  )}</tbody></table></div>`;
}

function bar(share: number): Html {
  const width = share === 0 ? 0 : Math.max(MIN_BAR_WIDTH, share * BAR_WIDTH);
  return html`<svg viewBox="0 0 ${BAR_WIDTH} 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${width.toFixed(1)}" height="10"/></svg>`;
}
