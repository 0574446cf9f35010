import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import type { metricsBreakdown, metricsSummary, organizationMetrics } from '../../../../api/organization/metrics.ts';
import { dayText, numberText } from '../../../portal/page/calendar.ts';
import { dayPlot } from '../../../portal/page/plot.ts';
import type { Html } from '../../page.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { type Filter, filterForm } from '../form/filter-form.ts';
import { emptyCard, organizationPage } from '../frame/organization-page.ts';
import { typeWord } from '../word.ts';
import { barTable } from './bar-table.ts';

type Rows = ResponseOf<typeof metricsBreakdown>['rows'];
type Kind = Exclude<keyof Rows[number], 'key'>;

export type Measured = {
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

const DAY = 86_400_000;
/** Bars of more days could not be told apart. */
const MAX_DAYS = 366;
const KINDS: Readonly<Record<Kind, string>> = {
  reports: 'Reports',
  threats: 'Threats blocked',
  detections: 'Found by detection',
  takedowns: 'Takedowns filed',
};

/** What happened in a range of time, in numbers and day by day. */
export function metricsPage(visit: OrganizationVisit, measured: Measured): Html {
  const { address, summary, brands, figures } = measured;
  const path = `${visit.root}/metrics`;
  const [start, end] = [new Date(summary.startDate), new Date(summary.endDate)];
  const brand = brands.find(({ slug }) => slug === address.get('brand'));
  const days = daysBetween(start, end);
  return organizationPage(
    visit,
    '/metrics',
    { title: 'Metrics', lead: `From ${dayText(start)} to ${dayText(end)}. Days are those of UTC.` },
    html`${filterForm(path, filters(brands), address)}
${
  days.length === 0
    ? emptyCard('This range ends before it begins.', html`<a href="${path}">Show the last 30 days</a>`)
    : html`${totals(measured)}
${brand === undefined ? '' : html`<p class="notice">Of the brand ${brand.name}: ${numberText(figures.metrics.newThreats)} new threats, ${numberText(figures.metrics.reports)} reports, ${numberText(figures.metrics.takedownsFiled)} takedowns filed, ${numberText(figures.metrics.takedownsCompleted)} completed. The days below are those of the whole organization.</p>`}
${plots(days, measured.byDay)}
${kinds(measured)}`
}`,
  );
}

const filters = (brands: Measured['brands']): Filter[] => [
  { kind: 'days' },
  ...(brands.length === 0
    ? []
    : [
        {
          kind: 'one' as const,
          name: 'brand',
          label: 'Brand',
          options: brands.map(({ slug, name }) => ({ value: slug, label: name })),
        },
      ]),
];

function totals({ summary: { totals: all }, found, figures: { metrics } }: Measured): Html {
  const shown: [string, number][] = [
    ['reports', all.reports],
    ['of them reviewed', all.reportsClosed],
    ['threats blocked', all.threats],
    ['threats found', found],
    ['found by detection', all.detections],
    ['takedowns filed', all.takedownsFiled],
    ['takedowns completed', all.takedownsCompleted],
    ['disputes', all.disputes],
    ['threats watched', metrics.threatsWatchlisted],
  ];
  return html`<dl class="card figures">${shown.map(
    ([label, value]) => html`<div><dt class="small quiet">${label}</dt><dd>${numberText(value)}</dd></div>`,
  )}</dl>`;
}

/** A plot for each kind of which there was anything, and the others in a word. */
function plots(days: readonly string[], rows: Rows): Html {
  const all = (Object.keys(KINDS) as Kind[]).map((kind) => {
    const counts = new Map(rows.map((row) => [row.key, row[kind]]));
    return { kind, counts: days.map((day) => ({ day: new Date(`${day}T00:00:00Z`), count: counts.get(day) ?? 0 })) };
  });
  const isEmpty = ({ counts }: (typeof all)[number]) => counts.every(({ count }) => count === 0);
  const none = all.filter(isEmpty).map(({ kind }) => KINDS[kind].toLowerCase());
  return html`${all.filter((one) => !isEmpty(one)).map(({ kind, counts }) => dayPlot(`${KINDS[kind]}, day by day`, counts))}
${none.length === 0 ? '' : html`<div class="card"><p>None in this range: ${none.join(', ')}.</p></div>`}`;
}

function kinds({ byType, byBrand, brands, figures: { metrics } }: Measured): Html {
  const families = [
    { label: 'Sites and pages', count: metrics.domainThreats },
    { label: 'X', count: metrics.twitterThreats },
    { label: 'Telegram', count: metrics.telegramThreats },
    { label: 'Elsewhere', count: metrics.otherThreats },
  ];
  const nameOf = (slug: string) => brands.find((one) => one.slug === slug)?.name ?? slug;
  return html`${barTable('New threats, by place', families)}
${(Object.keys(KINDS) as Kind[]).map((kind) =>
  barTable(
    `${KINDS[kind]}, by kind of asset`,
    byType.map((row) => ({ label: typeWord(row.key), count: row[kind] })),
  ),
)}
${barTable(
  'Threats blocked, by brand',
  byBrand.map((row) => ({ label: nameOf(row.key), count: row.threats })),
)}
${barTable(
  'Reports, by brand',
  byBrand.map((row) => ({ label: nameOf(row.key), count: row.reports })),
)}`;
}

/** The days of a range (UTC, `YYYY-MM-DD`), the last ones of a long range. */
function daysBetween(start: Date, end: Date): string[] {
  const last = Math.floor(end.getTime() / DAY);
  const first = Math.max(Math.floor(start.getTime() / DAY), last - MAX_DAYS + 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    new Date((first + index) * DAY).toISOString().slice(0, 10),
  );
}
