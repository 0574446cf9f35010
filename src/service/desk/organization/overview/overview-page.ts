import { html } from 'hono/html';
import { ORGANIZATION_SERVICES, type OrganizationRecord } from '../../../../api/organization/organization.ts';
import { webUrl } from '../../../portal/page/link.ts';
import { badges } from '../../badge.ts';
import { agoText } from '../../language/moment.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { organizationPage, type PageState } from '../frame/organization-page.ts';
import { word } from '../word.ts';

/** What is on record of an organization, and what can be asked for. */
export function overviewPage(visit: OrganizationVisit, state: PageState): Html {
  const { organization } = visit;
  return organizationPage(
    visit,
    '',
    {
      ...state,
      title: organization.name,
      lead: `${organization.slug} · ${word(organization.subscriptionStatus).toLowerCase()}`,
    },
    html`${services(visit)}${record(organization)}${documents(organization)}`,
  );
}

function services(visit: OrganizationVisit): Html {
  const { organization, frame } = visit;
  const { pendingServiceApprovals: pending } = organization;
  return html`<section class="card"><h2>Services</h2><ul class="plain-list">${ORGANIZATION_SERVICES.map((service) => {
    const { active } = organization.services[service];
    const isAutomated = service === 'takedowns' && organization.services.takedowns.automated;
    return html`<li class="service"><span>${word(service)}</span>${badges([
      active ? { text: isAutomated ? 'on, automated' : 'on', tone: 'ok' } : { text: 'off' },
    ])}</li>`;
  })}</ul>
${
  pending.length === 0
    ? ''
    : html`<ul>${pending.map(
        ({ serviceName, requestedAt }) =>
          html`<li>${serviceName}: asked for ${agoText(frame, new Date(requestedAt))}. Whoever runs this service decides.</li>`,
      )}</ul>`
}
${requests(visit)}</section>`;
}

/** What an admin may ask for: what is neither on nor asked for. */
function requests({ organization, frame, root }: OrganizationVisit): Html | string {
  const { services: on, pendingServiceApprovals: pending } = organization;
  const isAsked = (type: string) => pending.some(({ serviceType }) => serviceType === type);
  const orders = [
    ...(on.protection.active || isAsked('isProtectionActive')
      ? []
      : [{ service: 'protection', automated: false, label: 'Ask for protection' }]),
    ...(on.takedowns.active || isAsked('isTakedownsActive')
      ? []
      : [{ service: 'takedowns', automated: false, label: 'Ask for takedowns' }]),
    ...(on.takedowns.automated || isAsked('isAutomatedTakedownsActive')
      ? []
      : [{ service: 'takedowns', automated: true, label: 'Ask for automated takedowns' }]),
  ];
  if (orders.length === 0) return '';
  if (!mayManage(frame.person)) return html`<p class="small quiet">An admin can ask for more.</p>`;
  return html`<div class="buttons">${orders.map(
    ({ service, automated, label }) => html`<form class="inline" method="post" action="${root}/services">${token(frame)}
<input type="hidden" name="service" value="${service}"><input type="hidden" name="automated" value="${automated ? 'yes' : 'no'}">
<button class="plain" type="submit">${label}</button></form>`,
  )}</div>`;
}

function record(organization: OrganizationRecord): Html {
  const { brandMetadata, portalCustomization: portal, integrations, obligatoryAdminApproval: approval } = organization;
  const connected = [
    ...(['slack', 'discord', 'vercel', 'intercom', 'moderation'] as const)
      .filter((name) => integrations[name])
      .map(word),
    ...(integrations.telegram.connected ? [`Telegram (${integrations.telegram.groupCount} groups)`] : []),
  ];
  const facts: [string, string][] = [
    ['Contact', organization.contactUrl ?? 'none'],
    ['Website', brandMetadata.websiteUrl ?? 'none'],
    ['Handle', brandMetadata.twitterHandle ?? 'none'],
    ['Security contact', brandMetadata.securityContactEmail ?? 'none'],
    ['Industry', brandMetadata.industry ?? 'not given'],
    ['Portal', word(organization.portalVisibility)],
    ['Reports on the portal', word(organization.reportVisibility)],
    ['Metrics on the portal', word(organization.metricsVisibility)],
    ['Banner', portal.bannerEnabled ? 'shown' : 'not shown'],
    ['Integrations', connected.join(', ') || 'none'],
    [
      'Second approval',
      approval.active ? `for ${approval.assetTypes.map(word).join(', ') || 'nothing'}` : 'not needed',
    ],
  ];
  return html`<section class="card facts"><h2>On record</h2><dl>${facts.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl></section>`;
}

function documents({ legalDocuments, trademarkRegistrations }: OrganizationRecord): Html {
  const kinds = [
    ['Letter of authorization', legalDocuments.letterOfAuthorization],
    ['Power of attorney', legalDocuments.powerOfAttorney],
  ] as const;
  return html`<section class="card facts"><h2>Documents and trademarks</h2><dl>${kinds.map(
    ([name, { fileName, fileUrl }]) =>
      html`<div><dt>${name}</dt><dd>${fileName === null ? 'not attached' : linked(fileUrl, fileName)}</dd></div>`,
  )}${trademarkRegistrations.map(
    ({ brandName, trademarkOffice, registrationNumber, goodsAndServicesClass, registrationPageUrl }) =>
      html`<div><dt>${brandName}</dt><dd>${linked(registrationPageUrl, `${trademarkOffice} ${registrationNumber}`)}, class ${goodsAndServicesClass}</dd></div>`,
  )}</dl>${trademarkRegistrations.length === 0 ? html`<p class="quiet">No trademark is on file.</p>` : ''}</section>`;
}

/** A link to elsewhere, where there is an address that can be gone to; else the text alone. */
export function linked(address: string | null, text: string): Html | string {
  const url = webUrl(address);
  return url === null ? text : html`<a href="${url.href}" rel="noopener noreferrer">${text}</a>`;
}
