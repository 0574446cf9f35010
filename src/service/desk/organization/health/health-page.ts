import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import { HEALTHCHECKS, type healthcheckBacklog } from '../../../../api/organization/healthcheck.ts';
import { numberText } from '../../../portal/page/calendar.ts';
import { badges } from '../../badge.ts';
import type { Html } from '../../page.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { organizationPage } from '../frame/organization-page.ts';

/** What a check said, or why it has nothing to say. */
export type Checked =
  | { readonly id: string; readonly result: ResponseOf<typeof healthcheckBacklog> }
  | { readonly id: string; readonly reason: string };

const SEVERITY: Readonly<Record<string, { text: string; tone?: 'danger' | 'ok' }>> = {
  ok: { text: 'all is well', tone: 'ok' },
  warn: { text: 'look at it' },
  fail: { text: 'act on it', tone: 'danger' },
};

/** Where on the desk what a check is about stands, by its id or the first part of that. */
const ROOMS: Readonly<Record<string, { readonly path: string; readonly label: string }>> = {
  detections: { path: '/detection', label: 'To detection' },
  reviewing: { path: '/reports?status=TODO&status=IN_PROGRESS', label: 'To the open reports' },
  takedowns: { path: '/takedowns', label: 'To the takedowns' },
  'takedowns/automation-off': { path: '', label: 'Ask for it on the overview' },
  assets: { path: '/threats', label: 'To the threats' },
  organization: { path: '/settings', label: 'To the settings' },
};

/** Every healthcheck with what it says now; what needs somebody comes first. */
export function healthPage(visit: OrganizationVisit, checks: readonly Checked[]): Html {
  const order = (checked: Checked) =>
    'reason' in checked ? 3 : ['fail', 'warn', 'ok'].indexOf(checked.result.severity);
  const bad = checks.filter((checked) => order(checked) < 2).length;
  return organizationPage(
    visit,
    '/health',
    {
      title: 'Healthchecks',
      lead: bad === 0 ? 'All is well.' : bad === 1 ? 'One of them needs somebody.' : `${bad} of them need somebody.`,
    },
    html`<ul class="rows">${checks.toSorted((a, b) => order(a) - order(b)).map((checked) => row(visit, checked))}</ul>`,
  );
}

function row({ root, person }: OrganizationVisit, checked: Checked): Html {
  const { id } = checked;
  const title = html`<h2>${HEALTHCHECKS[id as keyof typeof HEALTHCHECKS] ?? id}</h2>`;
  if ('reason' in checked)
    return html`<li>${title}${badges([{ text: 'not checked' }])}<p class="small quiet">${checked.reason}</p></li>`;
  const { severity, observed, threshold, findings, suggestedAction } = checked.result;
  const room = severity === 'ok' ? undefined : (ROOMS[id] ?? ROOMS[id.split('/')[0] ?? '']);
  // The command that an advice ends with is for those who run the service.
  const advice = person.isWholeDesk ? suggestedAction : (suggestedAction?.replace(/: npm run .*$/, '.') ?? null);
  return html`<li><div class="row-head">${title}
<span class="small quiet">${numberText(observed)} now; ${numberText(threshold)} is too many</span></div>
${badges([SEVERITY[severity] ?? { text: severity }])}
${findings.length === 0 ? '' : html`<ul>${findings.map(({ subject, detail }) => html`<li>${subject} <span class="small quiet">${detail}</span></li>`)}</ul>`}
${advice === null ? '' : html`<p>${advice}</p>`}
${room === undefined ? '' : html`<p><a href="${root}${room.path}">${room.label}</a></p>`}</li>`;
}
