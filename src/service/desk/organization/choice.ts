import { html } from 'hono/html';
import { ORGANIZATION_SERVICES } from '../../../api/operation.ts';
import {
  LISTED_SUBSCRIPTION_STATUSES,
  type OrganizationRecord,
  PENDING_SERVICES,
  userOrgs,
} from '../../../api/organization/organization.ts';
import {
  addressFields,
  assetTypes,
  type Filters,
  filteredList,
  filterValues,
  flag,
  text,
  valuesOf,
} from '../../page/filter.ts';
import { rowItem } from '../../page/list.ts';
import { headWord, word } from '../../page/value-word.ts';
import type { Html, Words } from '../../page/words.ts';
import { problemsOf } from '../form.ts';
import type { Gate } from '../gate.ts';
import { headedPage, ORGANIZATIONS } from '../page.ts';
import { operationVisit } from './visit.ts';

const FILTERS: Filters = {
  query: text('desk.organization.name'),
  ...Object.fromEntries(
    ORGANIZATION_SERVICES.map((service) => [
      service,
      flag((words) => words.t('desk.organization.choice.isOn', { service: headWord(words, service) })),
    ]),
  ),
  automated: flag('desk.organization.choice.isAutomated'),
  secondApproval: flag('desk.organization.choice.takesSecond'),
  pending: flag('desk.organization.choice.pending'),
  subscriptionStatus: valuesOf('several', 'desk.organization.choice.subscription', LISTED_SUBSCRIPTION_STATUSES),
  assetType: assetTypes('desk.organization.choice.secondFor'),
  pendingService: valuesOf('several', 'desk.organization.choice.askedForLabel', PENDING_SERVICES),
};

function requestOf(given: Record<string, unknown>) {
  const { query = '', subscriptionStatus, automated, secondApproval, assetType, pending, pendingService } = given;
  const services = ORGANIZATION_SERVICES.map((service) => [service, { active: given[service] }] as const);
  return {
    ...{ query, subscriptionStatus },
    services: { ...Object.fromEntries(services), takedowns: { active: given.takedowns, automated } },
    obligatoryAdminApproval: { active: secondApproval, assetTypes: assetType },
    pendingServiceApproval: { active: pending, services: pendingService },
  };
}

/** The page on which a person chooses an organization. */
export function choiceRoutes(gate: Gate): void {
  gate.get(ORGANIZATIONS, async (visit) => {
    const { frame } = visit;
    const { words } = frame;
    const address = addressFields(visit.context.req.url);
    const { call } = await operationVisit(gate, visit);
    let organizations: readonly OrganizationRecord[] = [];
    let problems: readonly (Html | string)[] = [];
    try {
      ({ organizations } = await call(userOrgs, {
        body: requestOf(filterValues(FILTERS, address)) as { query?: string },
      }));
    } catch (error) {
      problems = Object.values(problemsOf(words, error)).flat();
    }
    const title = words.t('desk.tab.organizations');
    const list = filteredList(words, {
      ...{ address, path: ORGANIZATIONS, filters: FILTERS },
      rows: organizations.map((organization) => row(words, organization)),
      none: ['desk.organization.choice.none', 'desk.organization.choice.noneHint'],
      noMatch: ['desk.organization.choice.nothing', 'desk.organization.choice.all'],
    });
    const lead = words.t('desk.organization.choice.count', { count: organizations.length });
    return {
      page: headedPage(frame, '/organizations', { title, lead, problems }, list),
      status: problems.length === 0 ? 200 : 400,
    };
  });
}

function row(words: Words, organization: OrganizationRecord): Html {
  const { name, slug, subscriptionStatus, services, pendingServiceApprovals } = organization;
  const off = ORGANIZATION_SERVICES.filter((service) => !services[service].active);
  return rowItem({
    ...{ title: name, href: `${ORGANIZATIONS}/${slug}` },
    aside: [html`<bdi>${slug}</bdi>`, word(words, subscriptionStatus)],
    badges: [
      ...off.map((service) => ({ text: words.t('desk.organization.choice.isOff', { service: word(words, service) }) })),
      services.takedowns.automated && { text: words.t('desk.organization.choice.automated') },
      ...pendingServiceApprovals.map(({ serviceType }) => ({
        text: words.t('desk.organization.choice.askedFor', { service: word(words, serviceType) }),
      })),
    ],
  });
}
