import { html } from 'hono/html';
import { ORGANIZATION_SERVICES } from '../../../../api/operation.ts';
import { serviceRequest } from '../../../../api/organization/service-request.ts';
import { decideRequest } from '../../../feature/organization/service/approval.ts';
import { buttonForm, type FormFields } from '../../../page/form.ts';
import { badges, facts, listed } from '../../../page/list.ts';
import { headWord, typeWord, word } from '../../../page/value-word.ts';
import type { Html } from '../../../page/words.ts';
import { StaleForm } from '../../form.ts';
import type { Answer, Gate } from '../../gate.ts';
import type { PageState } from '../../page.ts';
import { isOperator, mayManage } from '../../person.ts';
import { agoText } from '../../words.ts';
import { doneText, formRoute, operatorForm, say } from '../kit.ts';
import { linked, organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet } from '../visit.ts';

const hiddenText = { kind: 'text', label: 'desk.organization.name', maxLength: 32 } as const;
const ORDER: FormFields = { service: hiddenText, automated: hiddenText };
const DECISION: FormFields = { request: hiddenText, granted: hiddenText };

/** An organization's first page: its record, its services, and requests for services. */
export function overviewRoutes(gate: Gate): void {
  organizationGet(gate, '', (visit) =>
    show(visit, { done: doneText(visit, { asked: 'overview.asked', saved: 'saved' }) }),
  );
  formRoute(
    gate,
    '/services',
    ORDER,
    async (visit, { service, automated }) => {
      // The operation's schema refuses any other service.
      const order = { service: service as 'protection', automated: automated === 'yes' };
      await visit.ask(serviceRequest, order);
      return '?done=asked';
    },
    (visit, { fieldProblems = {} }) => show(visit, { problems: Object.values(fieldProblems).flat() }),
  );
  operatorForm(gate, '/approvals', DECISION, show, async (transaction, visit, { request, granted }) => {
    const isDecided = await decideRequest(transaction, visit.organization.id, request ?? '', granted === 'yes');
    if (!isDecided) throw new StaleForm({}, {});
    await visit.record(transaction, 'deskServiceDecision', { service: request, granted });
  });
}

async function show(visit: OrganizationVisit, state: PageState): Promise<Answer> {
  const { organization } = visit;
  const lead = html`<bdi>${organization.slug}</bdi> · ${word(visit.frame.words, organization.subscriptionStatus)}`;
  const content = html`${services(visit)}${record(visit)}${documents(visit)}`;
  return { page: organizationPage(visit, '', { ...state, title: organization.name, lead }, content) };
}

function services(visit: OrganizationVisit): Html {
  const { organization, frame, root } = visit;
  const { words } = frame;
  const waiting = organization.pendingServiceApprovals;
  const rows = ORGANIZATION_SERVICES.map((service) => {
    const isAutomated = service === 'takedowns' && organization.services.takedowns.automated;
    const badge = organization.services[service].active
      ? ({ text: say(visit, isAutomated ? 'overview.automated' : 'overview.on'), tone: 'ok' } as const)
      : { text: say(visit, 'overview.off') };
    return html`<li class="service"><span>${headWord(words, service)}</span>${badges([badge])}</li>`;
  });
  const decide = (request: string, granted: string, key: 'overview.grant' | 'overview.decline') =>
    buttonForm(`${root}/approvals`, say(visit, key), { values: { request, granted } });
  return html`<section class="card"><h2>${say(visit, 'overview.services')}</h2><ul class="plain-list">${rows}</ul>
${
  waiting.length === 0
    ? ''
    : html`<ul>${waiting.map(
        ({ serviceType, requestedAt }) =>
          html`<li>${say(visit, 'overview.askedFor', { service: headWord(words, serviceType), when: agoText(frame, new Date(requestedAt)) })}
${isOperator(visit.person) ? html`${decide(serviceType, 'yes', 'overview.grant')}${decide(serviceType, '', 'overview.decline')}` : ''}</li>`,
      )}</ul>`
}
${requests(visit)}</section>`;
}

function requests(visit: OrganizationVisit): Html | string {
  const { services: on, pendingServiceApprovals: pending } = visit.organization;
  const orders = [
    { service: 'protection', automated: '', type: 'isProtectionActive', isOn: on.protection.active, key: 'protection' },
    { service: 'takedowns', automated: '', type: 'isTakedownsActive', isOn: on.takedowns.active, key: 'takedowns' },
    {
      service: 'takedowns',
      automated: 'yes',
      type: 'isAutomatedTakedownsActive',
      isOn: on.takedowns.automated,
      key: 'automated',
    },
  ] as const;
  const open = orders.filter(({ type, isOn }) => !isOn && !pending.some(({ serviceType }) => serviceType === type));
  if (open.length === 0) return '';
  if (!mayManage(visit.person)) return html`<p class="small quiet">${say(visit, 'overview.adminAsks')}</p>`;
  return html`<div class="buttons">${open.map(({ service, automated, key }) =>
    buttonForm(`${visit.root}/services`, say(visit, `overview.ask.${key}`), { values: { service, automated } }),
  )}</div>`;
}

function record(visit: OrganizationVisit): Html {
  const { organization, frame } = visit;
  const { words } = frame;
  const { brandMetadata, portalCustomization: portal, integrations, obligatoryAdminApproval: approval } = organization;
  const { telegram, ...plain } = integrations;
  const connected = [
    ...Object.entries(plain).flatMap(([name, isOn]) => (isOn ? [headWord(words, name)] : [])),
    ...(telegram.connected ? [say(visit, 'overview.telegram', { count: telegram.groupCount })] : []),
  ];
  const none = say(visit, 'overview.none');
  const given = (text: string | null, other = none) => (text === null ? other : html`<bdi>${text}</bdi>`);
  const types = approval.assetTypes.map((type) => typeWord(words, type));
  const second = types.length === 0 ? say(visit, 'overview.secondNothing') : listed(words, types);
  return html`<section class="card facts"><h2>${say(visit, 'overview.record')}</h2>${facts([
    [say(visit, 'overview.contact'), given(organization.contactUrl)],
    [say(visit, 'overview.website'), given(brandMetadata.websiteUrl)],
    [say(visit, 'overview.handle'), given(brandMetadata.twitterHandle)],
    [say(visit, 'overview.security'), given(brandMetadata.securityContactEmail)],
    [say(visit, 'overview.industry'), given(brandMetadata.industry, say(visit, 'notGiven'))],
    [say(visit, 'overview.portal'), headWord(words, organization.portalVisibility)],
    [say(visit, 'overview.portalReports'), headWord(words, organization.reportVisibility)],
    [say(visit, 'overview.portalMetrics'), headWord(words, organization.metricsVisibility)],
    [say(visit, 'overview.banner'), say(visit, portal.bannerEnabled ? 'overview.shown' : 'overview.notShown')],
    [say(visit, 'overview.integrations'), connected.length === 0 ? none : listed(words, connected)],
    [
      say(visit, 'overview.second'),
      approval.active ? say(visit, 'overview.secondFor', { kinds: second }) : say(visit, 'overview.notNeeded'),
    ],
  ])}</section>`;
}

function documents(visit: OrganizationVisit): Html {
  const { legalDocuments, trademarkRegistrations: trademarks } = visit.organization;
  const attached = ({ fileName, fileUrl }: typeof legalDocuments.powerOfAttorney) =>
    fileName === null ? say(visit, 'overview.notAttached') : linked(fileUrl, fileName);
  return html`<section class="card facts"><h2>${say(visit, 'overview.documents')}</h2>${facts([
    [say(visit, 'overview.authorization'), attached(legalDocuments.letterOfAuthorization)],
    [say(visit, 'overview.attorney'), attached(legalDocuments.powerOfAttorney)],
    ...trademarks.map(
      ({ brandName, trademarkOffice, registrationNumber, goodsAndServicesClass: number, registrationPageUrl }) =>
        [
          html`<bdi>${brandName}</bdi>`,
          html`${linked(registrationPageUrl, `${trademarkOffice} ${registrationNumber}`)} · ${say(visit, 'overview.class', { number })}`,
        ] as const,
    ),
  ])}${trademarks.length === 0 ? html`<p class="quiet">${say(visit, 'overview.noTrademark')}</p>` : ''}</section>`;
}
