import { html } from 'hono/html';
import type { RequestOf } from '../../../api/operation.ts';
import {
  LISTED_SUBSCRIPTION_STATUSES,
  ORGANIZATION_SERVICES,
  type OrganizationRecord,
  PENDING_SERVICES,
  userOrgs,
} from '../../../api/organization/organization.ts';
import type { Words } from '../../portal/language/words.ts';
import { generalProblems } from '../../portal/page/field.ts';
import type { Gate } from '../gate.ts';
import { badges, deskPage, type Frame, type Html, ORGANIZATIONS } from '../page.ts';
import { headWord, word } from '../words.ts';
import {
  addressed,
  answerOf,
  assetTypeFilter,
  type Filter,
  filteredList,
  one,
  several,
  valueFilter,
  yesOrNo,
} from './filter.ts';
import { problemsOf } from './page.ts';
import { operationVisit } from './visit.ts';

/** The page on which a person chooses an organization. */
export function choiceRoutes(gate: Gate): void {
  gate.get(ORGANIZATIONS, async (visit) => {
    const address = addressed(visit);
    const { call } = await operationVisit(gate, visit);
    try {
      const { organizations } = await call(userOrgs, { body: organizationFilter(address) });
      return { page: choicePage(visit.frame, { address, organizations }) };
    } catch (error) {
      const problems = Object.values(problemsOf(error, [])).flat();
      return { page: choicePage(visit.frame, { address, organizations: [], problems }), status: 400 };
    }
  });
}

/** Every filter of `POST /user/orgs`. */
const organizationFilters = (words: Words): readonly Filter[] => [
  { kind: 'text', name: 'query', label: words.t('desk.organization.name'), maxLength: 255 },
  ...ORGANIZATION_SERVICES.map((service) =>
    yesOrNo(words, service, words.t('desk.organization.choice.isOn', { service: headWord(words, service) })),
  ),
  yesOrNo(words, 'automated', words.t('desk.organization.choice.isAutomated')),
  yesOrNo(words, 'secondApproval', words.t('desk.organization.choice.takesSecond')),
  yesOrNo(words, 'pending', words.t('desk.organization.choice.pending')),
  valueFilter(
    words,
    'several',
    'subscriptionStatus',
    words.t('desk.organization.choice.subscription'),
    LISTED_SUBSCRIPTION_STATUSES,
  ),
  { ...assetTypeFilter(words), label: words.t('desk.organization.choice.secondFor') } as Filter,
  valueFilter(words, 'several', 'pendingService', words.t('desk.organization.choice.askedForLabel'), PENDING_SERVICES),
];

/** The query of an address as the filter of `POST /user/orgs`. */
function organizationFilter(address: URLSearchParams): RequestOf<typeof userOrgs>['body'] {
  const active = (name: string) => {
    const answer = answerOf(address, name);
    return answer === undefined ? {} : { active: answer };
  };
  const automated = answerOf(address, 'automated');
  const pendingServices = several(address, 'pendingService');
  const assetTypes = several(address, 'assetType');
  return {
    query: one(address, 'query') ?? '',
    subscriptionStatus: several(address, 'subscriptionStatus'),
    services: {
      reporting: active('reporting'),
      reviewing: active('reviewing'),
      protection: active('protection'),
      takedowns: { ...active('takedowns'), ...(automated === undefined ? {} : { automated }) },
      detection: active('detection'),
      darkWebMonitoring: active('darkWebMonitoring'),
    },
    obligatoryAdminApproval: { ...active('secondApproval'), ...(assetTypes ? { assetTypes } : {}) },
    pendingServiceApproval: { ...active('pending'), ...(pendingServices ? { services: pendingServices } : {}) },
  };
}

type Choice = {
  readonly address: URLSearchParams;
  readonly organizations: readonly OrganizationRecord[];
  readonly problems?: readonly (Html | string)[];
};

/** The organizations that a person reaches. */
function choicePage(frame: Frame, { address, organizations, problems = [] }: Choice): Html {
  const { words } = frame;
  return deskPage(
    frame,
    '/organizations',
    words.t('desk.tab.organizations'),
    html`${generalProblems(problems)}<div class="lead"><h1>${words.t('desk.tab.organizations')}</h1>
<p class="quiet">${words.t('desk.organization.choice.count', { count: organizations.length })}</p></div>
${filteredList(words, address, {
  path: ORGANIZATIONS,
  filters: organizationFilters(words),
  rows: organizations,
  row: (organization) => row(words, organization),
  none: ['desk.organization.choice.none', 'desk.organization.choice.noneHint'],
  noMatch: ['desk.organization.choice.nothing', 'desk.organization.choice.all'],
})}`,
  );
}

function row(
  words: Words,
  { name, slug, subscriptionStatus, services, pendingServiceApprovals }: OrganizationRecord,
): Html {
  const off = ORGANIZATION_SERVICES.filter((service) => !services[service].active);
  return html`<li><div class="row-head"><h2><a href="${ORGANIZATIONS}/${slug}"><bdi>${name}</bdi></a></h2>
<span class="small quiet"><bdi>${slug}</bdi> · ${word(words, subscriptionStatus)}</span></div>
${badges([
  ...off.map((service) => ({ text: words.t('desk.organization.choice.isOff', { service: word(words, service) }) })),
  services.takedowns.automated && { text: words.t('desk.organization.choice.automated') },
  ...pendingServiceApprovals.map(({ serviceType }) => ({
    text: words.t('desk.organization.choice.askedFor', { service: word(words, serviceType) }),
  })),
])}</li>`;
}
