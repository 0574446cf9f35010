import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import type { queuesSnapshot } from '../../../../api/organization/queue.ts';
import type { TextKey } from '../../../../ui/catalogue.ts';
import type { Words } from '../../../language/words.ts';
import type { Html } from '../../page.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { addressed } from '../form/address.ts';
import { filterForm } from '../form/filter-form.ts';
import { organizationPage } from '../frame/organization-page.ts';
import { countTable } from '../metrics/bar-table.ts';

type Queues = ResponseOf<typeof queuesSnapshot>;
const WINDOWS = [
  { value: '1', count: 1, unit: 'hour' },
  { value: '4', count: 4, unit: 'hour' },
  { value: '24', count: 1, unit: 'day' },
  { value: '72', count: 3, unit: 'day' },
] as const;

/** What waits for review and for takedown now, by the time left and by age. */
export function queuePage(visit: OrganizationVisit, { reviews, takedowns }: Queues, windowHours: number): Html {
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
    {
      title: words.t('desk.organization.room.queue'),
      lead: words.t('desk.organization.queue.lead', { count: windowHours }),
    },
    html`${filterForm(words, `${root}/queue`, [{ kind: 'one', name: 'hours', label: dueSoon, options: windows }], addressed(visit))}
${part(words, words.t('desk.organization.queue.reports'), reviews, html`<a href="${root}/reports?status=TODO&status=IN_PROGRESS">${words.t('desk.organization.queue.toReports')}</a>`, words.t('desk.organization.queue.noReport'))}
${part(words, words.t('desk.organization.queue.takedowns'), takedowns, html`<a href="${root}/takedowns?takedownStatus=TODO&takedownStatus=IN_PROGRESS&takedownStatus=PENDING_INPUT">${words.t('desk.organization.queue.toTakedowns')}</a>`, words.t('desk.organization.queue.noTakedown'))}`,
  );
}

function part(words: Words, title: Html, { total, sla, ages }: Queues['reviews'], link: Html, nothing: Html): Html {
  if (total === 0) return html`<section><h2>${title}</h2><div class="card"><p>${nothing}</p></div></section>`;
  const figures: [TextKey, number][] = [
    ['desk.organization.queue.waiting', total],
    ['desk.organization.queue.inTime', sla.ok],
    ['desk.organization.queue.soon', sla.dueSoon],
    ['desk.organization.queue.overdue', sla.breached],
  ];
  return html`<section><h2>${title}</h2><dl class="card figures">${figures.map(
    ([label, value]) => html`<div><dt class="small quiet">${words.t(label)}</dt><dd>${words.number(value)}</dd></div>`,
  )}</dl>
${countTable(
  words,
  words.t('desk.organization.queue.byAge', { title }),
  ages.map(({ bucket, count }) => ({ label: bucket, count })),
)}<p>${link}</p></section>`;
}
