import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import { HEALTHCHECKS, type healthcheckBacklog } from '../../../../api/organization/healthcheck.ts';
import type { TextKey } from '../../../../ui/catalogue.ts';
import { reasonOf } from '../../../portal/page/field.ts';
import { badges } from '../../badge.ts';
import type { Html } from '../../page.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { organizationPage } from '../frame/organization-page.ts';

/** What a check said, or why it has nothing to say. */
export type Checked =
  | { readonly id: string; readonly result: ResponseOf<typeof healthcheckBacklog> }
  | { readonly id: string; readonly reason: string };

const SEVERITY: Readonly<Record<string, { text: TextKey; tone?: 'danger' | 'ok' }>> = {
  ok: { text: 'desk.organization.health.ok', tone: 'ok' },
  warn: { text: 'desk.organization.health.warn' },
  fail: { text: 'desk.organization.health.fail', tone: 'danger' },
};

/** Where on the desk what a check is about stands, by its id or the first part of that. */
const ROOMS: Readonly<Record<string, { readonly path: string; readonly label: TextKey }>> = {
  detections: { path: '/detection', label: 'desk.organization.health.to.detections' },
  reviewing: { path: '/reports?status=TODO&status=IN_PROGRESS', label: 'desk.organization.health.to.reviewing' },
  takedowns: { path: '/takedowns', label: 'desk.organization.health.to.takedowns' },
  'takedowns/automation-off': { path: '', label: 'desk.organization.health.to.overview' },
  assets: { path: '/threats', label: 'desk.organization.health.to.assets' },
  organization: { path: '/settings', label: 'desk.organization.health.to.organization' },
};

/** Every healthcheck with what it says now; what needs somebody comes first. */
export function healthPage(visit: OrganizationVisit, checks: readonly Checked[]): Html {
  const { words } = visit.frame;
  const order = (checked: Checked) =>
    'reason' in checked ? 3 : ['fail', 'warn', 'ok'].indexOf(checked.result.severity);
  const bad = checks.filter((checked) => order(checked) < 2).length;
  return organizationPage(
    visit,
    '/health',
    {
      title: words.t('desk.organization.room.health'),
      lead:
        bad === 0
          ? words.t('desk.organization.health.allWell')
          : words.t('desk.organization.health.lead', { count: bad }),
    },
    html`<ul class="rows">${checks.toSorted((a, b) => order(a) - order(b)).map((checked) => row(visit, checked))}</ul>`,
  );
}

function row({ root, person, frame: { words } }: OrganizationVisit, checked: Checked): Html {
  const { id } = checked;
  const title = html`<h2>${reasonOf(HEALTHCHECKS[id as keyof typeof HEALTHCHECKS] ?? id)}</h2>`;
  if ('reason' in checked)
    return html`<li>${title}${badges([{ text: words.t('desk.organization.health.notChecked') }])}<p class="small quiet">${reasonOf(checked.reason)}</p></li>`;
  const { severity, observed, threshold, findings, suggestedAction } = checked.result;
  const known = SEVERITY[severity];
  const room = severity === 'ok' ? undefined : (ROOMS[id] ?? ROOMS[id.split('/')[0] ?? '']);
  // The command that an advice ends with is for those who run the service.
  const advice = person.isWholeDesk ? suggestedAction : (suggestedAction?.replace(/: npm run .*$/, '.') ?? null);
  return html`<li><div class="row-head">${title}
<span class="small quiet">${words.t('desk.organization.health.observed', { observed, threshold })}</span></div>
${badges([known === undefined ? { text: severity } : { ...known, text: words.t(known.text) }])}
${findings.length === 0 ? '' : html`<ul>${findings.map(({ subject, detail }) => html`<li><bdi>${subject}</bdi> <span class="small quiet">${reasonOf(detail)}</span></li>`)}</ul>`}
${advice === null ? '' : html`<p>${reasonOf(advice)}</p>`}
${room === undefined ? '' : html`<p><a href="${root}${room.path}">${words.t(room.label)}</a></p>`}</li>`;
}
