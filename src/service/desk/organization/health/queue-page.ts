import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import type { queuesSnapshot } from '../../../../api/organization/queue.ts';
import { numberText } from '../../../portal/page/calendar.ts';
import type { Html } from '../../page.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { addressed } from '../form/address.ts';
import { filterForm } from '../form/filter-form.ts';
import { organizationPage } from '../frame/organization-page.ts';
import { countTable } from '../metrics/bar-table.ts';

type Queues = ResponseOf<typeof queuesSnapshot>;
const WINDOWS = [
  { value: '1', label: 'Within an hour' },
  { value: '4', label: 'Within 4 hours' },
  { value: '24', label: 'Within a day' },
  { value: '72', label: 'Within 3 days' },
];

/** What waits for review and for takedown now, by the time left and by age. */
export function queuePage(visit: OrganizationVisit, { reviews, takedowns }: Queues, windowHours: number): Html {
  const { root } = visit;
  return organizationPage(
    visit,
    '/queue',
    {
      title: 'Queue',
      lead: `What waits now. Due soon is what is due within ${windowHours} ${windowHours === 1 ? 'hour' : 'hours'}.`,
    },
    html`${filterForm(`${root}/queue`, [{ kind: 'one', name: 'hours', label: 'Due soon', options: WINDOWS }], addressed(visit))}
${part('Reports that wait for review', reviews, html`<a href="${root}/reports?status=TODO&status=IN_PROGRESS">To these reports</a>`, 'No report waits.')}
${part('Takedowns that have not ended', takedowns, html`<a href="${root}/takedowns?takedownStatus=TODO&takedownStatus=IN_PROGRESS&takedownStatus=PENDING_INPUT">To these takedowns</a>`, 'No takedown is open.')}`,
  );
}

function part(title: string, { total, sla, ages }: Queues['reviews'], link: Html, nothing: string): Html {
  if (total === 0) return html`<section><h2>${title}</h2><div class="card"><p>${nothing}</p></div></section>`;
  const figures: [string, number][] = [
    ['waiting', total],
    ['in time', sla.ok],
    ['due soon', sla.dueSoon],
    ['overdue', sla.breached],
  ];
  return html`<section><h2>${title}</h2><dl class="card figures">${figures.map(
    ([label, value]) => html`<div><dt class="small quiet">${label}</dt><dd>${numberText(value)}</dd></div>`,
  )}</dl>
${countTable(
  `${title}, by age`,
  ages.map(({ bucket, count }) => ({ label: bucket, count })),
)}<p>${link}</p></section>`;
}
