import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import { type healthcheckBacklog, healthchecksList } from '../../../../api/organization/healthcheck.ts';
import { type AGE_BUCKETS, queuesSnapshot } from '../../../../api/organization/queue.ts';
import { textKey } from '../../../../language/text-key.ts';
import { operationOf } from '../../../feature/organization/healthcheck/operation.ts';
import type { TextKey } from '../../../languages.ts';
import { addressFields, filterForm } from '../../../page/filter.ts';
import { rowItem } from '../../../page/list.ts';
import { countTable, figures } from '../../../page/plot.ts';
import type { Html } from '../../../page/words.ts';
import { type Gate, numberIn } from '../../gate.ts';
import { type PageText, say } from '../kit.ts';
import { organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet } from '../visit.ts';

const DEFAULT_HOURS = 4;

/** Routes of the queue and the healthchecks of an organization. */
export function healthRoutes(gate: Gate): void {
  organizationGet(gate, '/queue', async (visit) => {
    const windowHours = numberIn(visit.context.req.query('hours')) ?? DEFAULT_HOURS;
    return { page: queuePage(visit, await visit.ask(queuesSnapshot, { windowHours }), windowHours) };
  });

  organizationGet(gate, '/health', async (visit) => {
    const { checks } = await visit.ask(healthchecksList, {});
    const all: Checked[] = [];
    for (const { id, implemented, notImplementedReason: reason = '' } of checks)
      all.push(implemented ? { id, result: await visit.ask(operationOf(id), {}) } : { id, reason });
    return { page: healthPage(visit, all) };
  });
}

type Checked =
  | { readonly id: string; readonly result: ResponseOf<typeof healthcheckBacklog> }
  | { readonly id: string; readonly reason: string };

const SEVERITIES = ['fail', 'warn', 'ok'];
const TONES: Readonly<Record<string, 'danger' | 'ok'>> = { ok: 'ok', fail: 'danger' };

/** The page of the desk that a check is about, by its id or the first part of the id. */
const RELATED_PAGES: Readonly<Record<string, readonly [path: string, label: PageText]>> = {
  detections: ['/detection', 'health.to.detections'],
  reviewing: ['/reports?status=TODO&status=IN_PROGRESS', 'health.to.reviewing'],
  takedowns: ['/takedowns', 'health.to.takedowns'],
  'takedowns/automation-off': ['', 'health.to.overview'],
  assets: ['/threats', 'health.to.assets'],
  organization: ['/settings', 'health.to.organization'],
};

function healthPage(visit: OrganizationVisit, checks: readonly Checked[]): Html {
  const order = (checked: Checked) => ('reason' in checked ? 3 : SEVERITIES.indexOf(checked.result.severity));
  const bad = checks.filter((checked) => order(checked) < 2).length;
  const ran = checks.filter((checked) => 'result' in checked).length;
  const lead = say(visit, 'health.pass', { passed: ran - bad, count: ran });
  const rows = checks.toSorted((a, b) => order(a) - order(b)).map((checked) => row(visit, checked));
  const list = (some: readonly Html[]) => (some.length === 0 ? '' : html`<ul class="rows">${some}</ul>`);
  const content = html`${list(rows.slice(0, bad))}
<details class="card"><summary>${say(visit, 'health.rest')}</summary>${list(rows.slice(bad))}</details>`;
  return organizationPage(visit, '/health', { lead }, content);
}

/** Text of the service, which is English. */
const english = (text: string): Html => html`<bdi lang="en">${text}</bdi>`;

function row(visit: OrganizationVisit, checked: Checked): Html {
  const { id } = checked;
  const text = textKey(id.split('/')[1]!);
  const title = say(visit, `health.check.${text}` as PageText);
  if ('reason' in checked)
    return rowItem({
      title,
      badges: [{ text: say(visit, 'health.notChecked') }],
      lines: [html`<p class="small quiet">${english(checked.reason)}</p>`],
    });
  const { severity, observed, threshold, findings } = checked.result;
  const isWell = severity === 'ok';
  const related = isWell ? undefined : (RELATED_PAGES[id] ?? RELATED_PAGES[id.split('/')[0] ?? '']);
  return rowItem({
    title,
    aside: [isWell ? null : say(visit, 'health.observed', { observed, threshold })],
    badges: [{ text: say(visit, `health.${severity as 'ok'}`), tone: TONES[severity] }],
    lines: [
      findings.length === 0
        ? null
        : html`<ul>${findings.map(({ subject, detail }) => html`<li><bdi>${subject}</bdi> <span class="small quiet">${english(detail)}</span></li>`)}</ul>`,
      isWell ? null : html`<p>${say(visit, `health.advice.${text}` as PageText)}</p>`,
      related === undefined ? null : html`<p><a href="${visit.root}${related[0]}">${say(visit, related[1])}</a></p>`,
    ],
  });
}

type Queues = ResponseOf<typeof queuesSnapshot>;
const WINDOWS = [
  { value: '1', count: 1, unit: 'hour' },
  { value: '4', count: 4, unit: 'hour' },
  { value: '24', count: 1, unit: 'day' },
  { value: '72', count: 3, unit: 'day' },
] as const;
const AGES: Readonly<Record<(typeof AGE_BUCKETS)[number], TextKey>> = {
  'under 1 hour': 'desk.organization.queue.age.hour',
  '1 to 4 hours': 'desk.organization.queue.age.hours',
  '4 to 24 hours': 'desk.organization.queue.age.day',
  '1 to 7 days': 'desk.organization.queue.age.week',
  'over 7 days': 'desk.organization.queue.age.older',
};

function queuePage(visit: OrganizationVisit, { reviews, takedowns }: Queues, windowHours: number): Html {
  const { root, frame } = visit;
  const within = (count: number, unit: 'hour' | 'day') =>
    say(visit, 'queue.within', { span: frame.words.span(count, unit) });
  const hours = {
    kind: 'one',
    label: 'desk.organization.queue.dueSoon',
    options: () => WINDOWS.map(({ value, count, unit }) => ({ value, label: within(count, unit) })),
  } as const;
  const reportLink = html`<a href="${root}/reports?status=TODO&status=IN_PROGRESS">${say(visit, 'queue.toReports')}</a>`;
  const takedownLink = html`<a href="${root}/takedowns?takedownStatus=TODO&takedownStatus=IN_PROGRESS&takedownStatus=PENDING_INPUT">${say(visit, 'queue.toTakedowns')}</a>`;
  const content = html`${filterForm(frame.words, `${root}/queue`, { hours }, addressFields(visit.context.req.url))}
${part(visit, 'queue.reports', reviews, reportLink, 'queue.noReport')}
${part(visit, 'queue.takedowns', takedowns, takedownLink, 'queue.noTakedown')}`;
  return organizationPage(visit, '/queue', { lead: say(visit, 'queue.lead', { count: windowHours }) }, content);
}

function part(
  visit: OrganizationVisit,
  key: PageText,
  { total, sla, ages }: Queues['reviews'],
  link: Html,
  nothing: PageText,
): Html {
  const { words } = visit.frame;
  const title = say(visit, key);
  if (total === 0)
    return html`<section><h2>${title}</h2><div class="card"><p>${say(visit, nothing)}</p></div></section>`;
  return html`<section><h2>${title}</h2>${figures(words, [
    ['desk.organization.queue.waiting', total],
    ['desk.organization.queue.inTime', sla.ok],
    ['desk.organization.queue.soon', sla.dueSoon],
    ['desk.organization.queue.overdue', sla.breached],
  ])}
${countTable(
  words,
  say(visit, 'queue.byAge', { title }),
  ages.map(({ bucket, count }) => ({ label: words.t(AGES[bucket]), count })),
)}<p>${link}</p></section>`;
}
