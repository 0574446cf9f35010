import { html } from 'hono/html';
import { ORGANIZATION_SERVICES } from '../../../../api/organization/organization.ts';
import { serviceRequest } from '../../../../api/organization/service-request.ts';
import type { TextKey } from '../../../../language/catalogue.ts';
import type { Gate } from '../../gate.ts';
import { badges, type Html, listed, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import { agoText, headWord, typeWord, word } from '../../words.ts';
import { doneText, linked, organizationPage, type PageState, problemsOf } from '../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../visit.ts';

/** Routes of an organization's first page, and of requests for services. */
export function overviewRoutes(gate: Gate): void {
  organizationGet(gate, '', async (visit) => ({
    page: overviewPage(visit, { done: doneText(visit, { asked: 'desk.organization.overview.asked' }) }),
  }));

  organizationPost(gate, '/services', 'admin', async (visit, form) => {
    const { slug } = visit.organization;
    // The operation's schema refuses any other text.
    const service = (form.get('service') ?? '') as 'protection';
    try {
      await visit.call(serviceRequest, { body: { slug, service, automated: form.get('automated') === 'yes' } });
    } catch (error) {
      const problems = Object.values(problemsOf(error, [])).flat();
      return { page: overviewPage(visit, { problems }), status: 409 };
    }
    return { to: `${visit.root}?done=asked` };
  });
}

/** The record of an organization, and the services that can be asked for. */
function overviewPage(visit: OrganizationVisit, state: PageState): Html {
  const { organization } = visit;
  return organizationPage(
    visit,
    '',
    {
      ...state,
      title: organization.name,
      lead: html`<bdi>${organization.slug}</bdi> · ${word(visit.frame.words, organization.subscriptionStatus)}`,
    },
    html`${services(visit)}${record(visit)}${documents(visit)}`,
  );
}

function services(visit: OrganizationVisit): Html {
  const { organization, frame } = visit;
  const { words } = frame;
  const { pendingServiceApprovals: pending } = organization;
  return html`<section class="card"><h2>${words.t('desk.organization.overview.services')}</h2><ul class="plain-list">${ORGANIZATION_SERVICES.map(
    (service) => {
      const { active } = organization.services[service];
      const isAutomated = service === 'takedowns' && organization.services.takedowns.automated;
      return html`<li class="service"><span>${headWord(words, service)}</span>${badges([
        active
          ? {
              text: words.t(isAutomated ? 'desk.organization.overview.automated' : 'desk.organization.overview.on'),
              tone: 'ok',
            }
          : { text: words.t('desk.organization.overview.off') },
      ])}</li>`;
    },
  )}</ul>
${
  pending.length === 0
    ? ''
    : html`<ul>${pending.map(
        ({ serviceType, requestedAt }) =>
          html`<li>${words.t('desk.organization.overview.askedFor', { service: headWord(words, serviceType), when: agoText(frame, new Date(requestedAt)) })}</li>`,
      )}</ul>`
}
${requests(visit)}</section>`;
}

/** Buttons for the services that are neither on nor asked for. */
function requests({ organization, frame, root }: OrganizationVisit): Html | string {
  const { words } = frame;
  const { services: on, pendingServiceApprovals: pending } = organization;
  const isAsked = (type: string) => pending.some(({ serviceType }) => serviceType === type);
  const orders = [
    ...(on.protection.active || isAsked('isProtectionActive')
      ? []
      : [{ service: 'protection', automated: false, label: 'desk.organization.overview.ask.protection' as const }]),
    ...(on.takedowns.active || isAsked('isTakedownsActive')
      ? []
      : [{ service: 'takedowns', automated: false, label: 'desk.organization.overview.ask.takedowns' as const }]),
    ...(on.takedowns.automated || isAsked('isAutomatedTakedownsActive')
      ? []
      : [{ service: 'takedowns', automated: true, label: 'desk.organization.overview.ask.automated' as const }]),
  ];
  if (orders.length === 0) return '';
  if (!mayManage(frame.person))
    return html`<p class="small quiet">${words.t('desk.organization.overview.adminAsks')}</p>`;
  return html`<div class="buttons">${orders.map(
    ({ service, automated, label }) => html`<form class="inline" method="post" action="${root}/services">${token(frame)}
<input type="hidden" name="service" value="${service}"><input type="hidden" name="automated" value="${automated ? 'yes' : 'no'}">
<button class="plain" type="submit">${words.t(label)}</button></form>`,
  )}</div>`;
}

function record({ organization, frame: { words } }: OrganizationVisit): Html {
  const { brandMetadata, portalCustomization: portal, integrations, obligatoryAdminApproval: approval } = organization;
  const connected = [
    ...(['slack', 'discord', 'vercel', 'intercom', 'moderation'] as const)
      .filter((name) => integrations[name])
      .map((name) => (name === 'moderation' ? headWord(words, name) : PRODUCTS[name])),
    ...(integrations.telegram.connected
      ? [words.t('desk.organization.overview.telegram', { count: integrations.telegram.groupCount })]
      : []),
  ];
  const none = words.t('desk.organization.overview.none');
  const facts: [TextKey, Html | string][] = [
    ['desk.organization.overview.contact', apart(organization.contactUrl) ?? none],
    ['desk.organization.overview.website', apart(brandMetadata.websiteUrl) ?? none],
    ['desk.organization.overview.handle', apart(brandMetadata.twitterHandle) ?? none],
    ['desk.organization.overview.security', apart(brandMetadata.securityContactEmail) ?? none],
    ['desk.organization.overview.industry', apart(brandMetadata.industry) ?? words.t('desk.organization.notGiven')],
    ['desk.organization.overview.portal', headWord(words, organization.portalVisibility)],
    ['desk.organization.overview.portalReports', headWord(words, organization.reportVisibility)],
    ['desk.organization.overview.portalMetrics', headWord(words, organization.metricsVisibility)],
    [
      'desk.organization.overview.banner',
      words.t(portal.bannerEnabled ? 'desk.organization.overview.shown' : 'desk.organization.overview.notShown'),
    ],
    ['desk.organization.overview.integrations', connected.length === 0 ? none : listed(words, connected)],
    [
      'desk.organization.overview.second',
      approval.active
        ? words.t('desk.organization.overview.secondFor', {
            kinds:
              approval.assetTypes.length === 0
                ? words.word('desk.organization.overview.secondNothing')
                : listed(
                    words,
                    approval.assetTypes.map((type) => typeWord(words, type)),
                  ),
          })
        : words.t('desk.organization.overview.notNeeded'),
    ],
  ];
  return html`<section class="card facts"><h2>${words.t('desk.organization.overview.record')}</h2><dl>${facts.map(
    ([name, value]) => html`<div><dt>${words.t(name)}</dt><dd>${value}</dd></div>`,
  )}</dl></section>`;
}

const PRODUCTS = { slack: 'Slack', discord: 'Discord', vercel: 'Vercel', intercom: 'Intercom' } as const;

const apart = (text: string | null): Html | null => (text === null ? null : html`<bdi>${text}</bdi>`);

function documents({ organization, frame: { words } }: OrganizationVisit): Html {
  const { legalDocuments, trademarkRegistrations } = organization;
  const kinds = [
    ['desk.organization.overview.authorization', legalDocuments.letterOfAuthorization],
    ['desk.organization.overview.attorney', legalDocuments.powerOfAttorney],
  ] as const;
  return html`<section class="card facts"><h2>${words.t('desk.organization.overview.documents')}</h2><dl>${kinds.map(
    ([name, { fileName, fileUrl }]) =>
      html`<div><dt>${words.t(name)}</dt><dd>${fileName === null ? words.t('desk.organization.overview.notAttached') : linked(fileUrl, fileName)}</dd></div>`,
  )}${trademarkRegistrations.map(
    ({ brandName, trademarkOffice, registrationNumber, goodsAndServicesClass, registrationPageUrl }) =>
      html`<div><dt><bdi>${brandName}</bdi></dt><dd>${linked(registrationPageUrl, `${trademarkOffice} ${registrationNumber}`)} · ${words.t('desk.organization.overview.class', { number: String(goodsAndServicesClass) })}</dd></div>`,
  )}</dl>${trademarkRegistrations.length === 0 ? html`<p class="quiet">${words.t('desk.organization.overview.noTrademark')}</p>` : ''}</section>`;
}
