import { html } from 'hono/html';
import { ORGANIZATION_SERVICES, type OrganizationRecord } from '../../../../api/organization/organization.ts';
import type { Words } from '../../../language/words.ts';
import { generalProblems } from '../../../portal/page/field.ts';
import { badges } from '../../badge.ts';
import { word } from '../../language/word.ts';
import { deskPage, type Frame, type Html, ORGANIZATIONS } from '../../page.ts';
import { filterForm } from '../form/filter-form.ts';
import { organizationFilters } from './filter.ts';

type Choice = {
  readonly address: URLSearchParams;
  readonly organizations: readonly OrganizationRecord[];
  readonly problems?: readonly (Html | string)[];
};

/** The organizations that a person reaches. */
export function choicePage(frame: Frame, { address, organizations, problems = [] }: Choice): Html {
  const { words } = frame;
  return deskPage(
    frame,
    '/organizations',
    words.t('desk.tab.organizations'),
    html`${generalProblems(problems)}<div class="lead"><h1>${words.t('desk.tab.organizations')}</h1>
<p class="quiet">${words.t('desk.organization.choice.count', { count: organizations.length })}</p></div>
${filterForm(words, ORGANIZATIONS, organizationFilters(words), address)}
${organizations.length === 0 ? none(words, address) : html`<ol class="rows">${organizations.map((organization) => row(words, organization))}</ol>`}`,
  );
}

const none = (words: Words, address: URLSearchParams): Html =>
  address.size > 0
    ? html`<div class="card"><p>${words.t('desk.organization.choice.nothing')}</p><p><a href="${ORGANIZATIONS}">${words.t('desk.organization.choice.all')}</a></p></div>`
    : html`<div class="card"><p>${words.t('desk.organization.choice.none')}</p><p class="quiet">${words.t('desk.organization.choice.noneHint')}</p></div>`;

function row(
  words: Words,
  { name, slug, subscriptionStatus, services, pendingServiceApprovals }: OrganizationRecord,
): Html {
  const off = ORGANIZATION_SERVICES.filter((service) => !services[service].active);
  return html`<li><div class="row-head"><h2><a href="${ORGANIZATIONS}/${slug}"><bdi>${name}</bdi></a></h2>
<span class="small quiet"><bdi>${slug}</bdi> · ${word(words, subscriptionStatus)}</span></div>
${badges([
  ...off.map((service) => ({ text: words.t('desk.organization.choice.isOff', { service: word(words, service) }) })),
  ...(services.takedowns.automated ? [{ text: words.t('desk.organization.choice.automated') }] : []),
  ...pendingServiceApprovals.map(({ serviceName }) => ({
    text: words.t('desk.organization.choice.askedFor', { service: serviceName.toLowerCase() }),
  })),
])}</li>`;
}
