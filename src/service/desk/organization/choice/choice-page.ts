import { html } from 'hono/html';
import { ORGANIZATION_SERVICES, type OrganizationRecord } from '../../../../api/organization/organization.ts';
import { numberText } from '../../../portal/page/calendar.ts';
import { generalProblems } from '../../../portal/page/field.ts';
import { badges } from '../../badge.ts';
import { deskPage, type Frame, type Html } from '../../page.ts';
import { ORGANIZATIONS } from '../access/visit.ts';
import { filterForm } from '../form/filter-form.ts';
import { word } from '../word.ts';
import { ORGANIZATION_FILTERS } from './filter.ts';

type Choice = {
  readonly address: URLSearchParams;
  readonly organizations: readonly OrganizationRecord[];
  readonly problems?: readonly string[];
};

/** The organizations that a person reaches. */
export function choicePage(frame: Frame, { address, organizations, problems = [] }: Choice): Html {
  return deskPage(
    frame,
    '/organizations',
    'Organizations',
    html`${generalProblems(problems)}<div class="lead"><h1>Organizations</h1>
<p class="quiet">${organizations.length === 1 ? 'One organization.' : `${numberText(organizations.length)} organizations.`}</p></div>
${filterForm(ORGANIZATIONS, ORGANIZATION_FILTERS, address)}
${organizations.length === 0 ? none(address) : html`<ol class="rows">${organizations.map(row)}</ol>`}`,
  );
}

const none = (address: URLSearchParams): Html =>
  address.size > 0
    ? html`<div class="card"><p>No organization meets these filters.</p><p><a href="${ORGANIZATIONS}">Show all of them</a></p></div>`
    : html`<div class="card"><p>Your key reaches no organization.</p><p class="quiet">Whoever runs this service makes you a key that does.</p></div>`;

function row({ name, slug, subscriptionStatus, services, pendingServiceApprovals }: OrganizationRecord): Html {
  const off = ORGANIZATION_SERVICES.filter((service) => !services[service].active);
  return html`<li><div class="row-head"><h2><a href="${ORGANIZATIONS}/${slug}">${name}</a></h2>
<span class="small quiet">${slug} · ${word(subscriptionStatus).toLowerCase()}</span></div>
${badges([
  ...off.map((service) => ({ text: `${word(service).toLowerCase()} off` })),
  ...(services.takedowns.automated ? [{ text: 'automated takedowns' }] : []),
  ...pendingServiceApprovals.map(({ serviceName }) => ({ text: `${serviceName.toLowerCase()} asked for` })),
])}</li>`;
}
