import type { RequestOf } from '../../../../api/operation.ts';
import {
  LISTED_SUBSCRIPTION_STATUSES,
  ORGANIZATION_SERVICES,
  PENDING_SERVICES,
  type userOrgs,
} from '../../../../api/organization/organization.ts';
import type { Words } from '../../../language/words.ts';
import { headWord } from '../../language/word.ts';
import { answerOf, one, several } from '../form/address.ts';
import { assetTypeFilter, type Filter, options, yesOrNo } from '../form/filter-form.ts';

/** Every filter of `POST /user/orgs`. */
export const organizationFilters = (words: Words): readonly Filter[] => [
  { kind: 'text', name: 'query', label: words.t('desk.organization.name'), maxLength: 255 },
  ...ORGANIZATION_SERVICES.map((service) =>
    yesOrNo(words, service, words.t('desk.organization.choice.isOn', { service: headWord(words, service) })),
  ),
  yesOrNo(words, 'automated', words.t('desk.organization.choice.isAutomated')),
  yesOrNo(words, 'secondApproval', words.t('desk.organization.choice.takesSecond')),
  yesOrNo(words, 'pending', words.t('desk.organization.choice.pending')),
  {
    kind: 'several',
    name: 'subscriptionStatus',
    label: words.t('desk.organization.choice.subscription'),
    options: options(words, LISTED_SUBSCRIPTION_STATUSES),
  },
  { ...assetTypeFilter(words), label: words.t('desk.organization.choice.secondFor') } as Filter,
  {
    kind: 'several',
    name: 'pendingService',
    label: words.t('desk.organization.choice.askedForLabel'),
    options: options(words, PENDING_SERVICES),
  },
];

/** What an address says about organizations, as the operation takes it. */
export function organizationFilter(address: URLSearchParams): RequestOf<typeof userOrgs>['body'] {
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
