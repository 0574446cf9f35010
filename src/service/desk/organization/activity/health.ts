import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import {
  type HealthcheckId,
  type healthcheckBacklog,
  healthchecksList,
} from '../../../../api/organization/healthcheck.ts';
import { type AGE_BUCKETS, queuesSnapshot } from '../../../../api/organization/queue.ts';
import type { TextKey } from '../../../../language/catalogue.ts';
import { CHECKS, operationOf } from '../../../feature/organization/healthcheck/operation.ts';
import type { Words } from '../../../portal/language/words.ts';
import { reasonOf } from '../../../portal/page/field.ts';
import { figures } from '../../../portal/page/metrics-page.ts';
import { type Gate, numberIn } from '../../gate.ts';
import { badges, type Html } from '../../page.ts';
import { addressed, filterForm } from '../filter.ts';
import { organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet } from '../visit.ts';
import { countTable } from './metrics.ts';

const DEFAULT_HOURS = 4;

/** Routes of the queue and the healthchecks of an organization. */
export function healthRoutes(gate: Gate): void {
  organizationGet(gate, '/queue', async (visit) => {
    const { slug } = visit.organization;
    const windowHours = numberIn(visit.context.req.query('hours')) ?? DEFAULT_HOURS;
    return { page: queuePage(visit, await visit.call(queuesSnapshot, { body: { slug, windowHours } }), windowHours) };
  });

  organizationGet(gate, '/health', async (visit) => {
    const { slug } = visit.organization;
    const { checks } = await visit.call(healthchecksList, { body: { slug } });
    const all: Checked[] = [];
    for (const { id, implemented, notImplementedReason = 'There is no such check here' } of checks)
      all.push(
        implemented
          ? { id, result: await visit.call(operationOf(id), { body: { slug } }) }
          : { id, reason: notImplementedReason },
      );
    return { page: healthPage(visit, all) };
  });
}

/** The result of a check, or why it was not run. */
type Checked =
  | { readonly id: string; readonly result: ResponseOf<typeof healthcheckBacklog> }
  | { readonly id: string; readonly reason: string };

const SEVERITY: Readonly<Record<string, { text: TextKey; tone?: 'danger' | 'ok' }>> = {
  ok: { text: 'desk.organization.health.ok', tone: 'ok' },
  warn: { text: 'desk.organization.health.warn' },
  fail: { text: 'desk.organization.health.fail', tone: 'danger' },
};

/** The last part of the keys of a check's texts. */
const TEXTS = {
  'detections/silent-configs': 'silentConfigs',
  'reviewing/backlog': 'backlog',
  'reviewing/old-proposals': 'oldProposals',
  'takedowns/todo-volume': 'todoVolume',
  'takedowns/in-progress-volume': 'inProgressVolume',
  'takedowns/stale-in-progress': 'staleInProgress',
  'takedowns/cancelled-count': 'cancelledCount',
  'takedowns/automation-off': 'automationOff',
  'assets/dead-asset-spike': 'deadAssetSpike',
  'organization/missing-contact-url': 'missingContactUrl',
} as const satisfies Record<HealthcheckId, string>;
const textOf = (id: string) => (id in TEXTS ? TEXTS[id as HealthcheckId] : undefined);

const AGES: Readonly<Record<(typeof AGE_BUCKETS)[number], TextKey>> = {
  'under 1 hour': 'desk.organization.queue.age.hour',
  '1 to 4 hours': 'desk.organization.queue.age.hours',
  '4 to 24 hours': 'desk.organization.queue.age.day',
  '1 to 7 days': 'desk.organization.queue.age.week',
  'over 7 days': 'desk.organization.queue.age.older',
};

/** The page of the desk that a check is about, by its id or the first part of the id. */
const RELATED_PAGES: Readonly<Record<string, { readonly path: string; readonly label: TextKey }>> = {
  detections: { path: '/detection', label: 'desk.organization.health.to.detections' },
  reviewing: { path: '/reports?status=TODO&status=IN_PROGRESS', label: 'desk.organization.health.to.reviewing' },
  takedowns: { path: '/takedowns', label: 'desk.organization.health.to.takedowns' },
  'takedowns/automation-off': { path: '', label: 'desk.organization.health.to.overview' },
  assets: { path: '/threats', label: 'desk.organization.health.to.assets' },
  organization: { path: '/settings', label: 'desk.organization.health.to.organization' },
};

/** Every healthcheck with its result, failures first. */
function healthPage(visit: OrganizationVisit, checks: readonly Checked[]): Html {
  const { words } = visit.frame;
  const order = (checked: Checked) =>
    'reason' in checked ? 3 : ['fail', 'warn', 'ok'].indexOf(checked.result.severity);
  const bad = checks.filter((checked) => order(checked) < 2).length;
  return organizationPage(
    visit,
    '/health',
    {
      lead:
        bad === 0
          ? words.t('desk.organization.health.allWell')
          : words.t('desk.organization.health.lead', { count: bad }),
    },
    html`<ul class="rows">${checks.toSorted((a, b) => order(a) - order(b)).map((checked) => row(visit, checked))}</ul>`,
  );
}

function row({ root, person, organization, frame: { words } }: OrganizationVisit, checked: Checked): Html {
  const { id } = checked;
  const text = textOf(id);
  const title = html`<h2>${text === undefined ? reasonOf(id) : words.t(`desk.organization.health.check.${text}`)}</h2>`;
  if ('reason' in checked)
    return html`<li>${title}${badges([{ text: words.t('desk.organization.health.notChecked') }])}<p class="small quiet">${reasonOf(checked.reason)}</p></li>`;
  const { severity, observed, threshold, findings, suggestedAction } = checked.result;
  const grade = SEVERITY[severity];
  const related = severity === 'ok' ? undefined : (RELATED_PAGES[id] ?? RELATED_PAGES[id.split('/')[0] ?? '']);
  const advice = text === undefined ? null : words.t(`desk.organization.health.advice.${text}`);
  const check = person.isWholeDesk ? CHECKS.find((one) => one.id === id) : undefined;
  const command = check && `npm run service -- ${check.command(organization.slug)}`;
  return html`<li><div class="row-head">${title}
<span class="small quiet">${words.t('desk.organization.health.observed', { observed, threshold })}</span></div>
${badges([grade === undefined ? { text: severity } : { ...grade, text: words.t(grade.text) }])}
${findings.length === 0 ? '' : html`<ul>${findings.map(({ subject, detail }) => html`<li><bdi>${subject}</bdi> <span class="small quiet">${reasonOf(detail)}</span></li>`)}</ul>`}
${advice === null || suggestedAction === null ? '' : html`<p>${advice}${command === undefined ? '' : html` <code>${command}</code>`}</p>`}
${related === undefined ? '' : html`<p><a href="${root}${related.path}">${words.t(related.label)}</a></p>`}</li>`;
}

type Queues = ResponseOf<typeof queuesSnapshot>;
const WINDOWS = [
  { value: '1', count: 1, unit: 'hour' },
  { value: '4', count: 4, unit: 'hour' },
  { value: '24', count: 1, unit: 'day' },
  { value: '72', count: 3, unit: 'day' },
] as const;

/** The pending reviews and takedowns, by the time left and by age. */
function queuePage(visit: OrganizationVisit, { reviews, takedowns }: Queues, windowHours: number): Html {
  const { root } = visit;
  const { words } = visit.frame;
  const windows = WINDOWS.map(({ value, count, unit }) => ({
    value,
    label: words.t('desk.organization.queue.within', { span: words.span(count, unit) }),
  }));
  const dueSoon = words.t('desk.organization.queue.dueSoon');
  return organizationPage(
    visit,
    '/queue',
    { lead: words.t('desk.organization.queue.lead', { count: windowHours }) },
    html`${filterForm(words, `${root}/queue`, [{ kind: 'one', name: 'hours', label: dueSoon, options: windows }], addressed(visit))}
${part(words, words.t('desk.organization.queue.reports'), reviews, html`<a href="${root}/reports?status=TODO&status=IN_PROGRESS">${words.t('desk.organization.queue.toReports')}</a>`, words.t('desk.organization.queue.noReport'))}
${part(words, words.t('desk.organization.queue.takedowns'), takedowns, html`<a href="${root}/takedowns?takedownStatus=TODO&takedownStatus=IN_PROGRESS&takedownStatus=PENDING_INPUT">${words.t('desk.organization.queue.toTakedowns')}</a>`, words.t('desk.organization.queue.noTakedown'))}`,
  );
}

function part(words: Words, title: Html, { total, sla, ages }: Queues['reviews'], link: Html, nothing: Html): Html {
  if (total === 0) return html`<section><h2>${title}</h2><div class="card"><p>${nothing}</p></div></section>`;
  return html`<section><h2>${title}</h2>${figures(words, [
    ['desk.organization.queue.waiting', total],
    ['desk.organization.queue.inTime', sla.ok],
    ['desk.organization.queue.soon', sla.dueSoon],
    ['desk.organization.queue.overdue', sla.breached],
  ])}
${countTable(
  words,
  words.t('desk.organization.queue.byAge', { title }),
  ages.map(({ bucket, count }) => ({ label: words.t(AGES[bucket]), count })),
)}<p>${link}</p></section>`;
}
