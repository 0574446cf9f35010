import type { RequestOf } from '../../../../api/operation.ts';
import {
  LISTED_SUBSCRIPTION_STATUSES,
  ORGANIZATION_SERVICES,
  PENDING_SERVICES,
  type userOrgs,
} from '../../../../api/organization/organization.ts';
import { answerOf, one, several } from '../form/address.ts';
import { ASSET_TYPE_FILTER, type Filter, options, yesOrNo } from '../form/filter-form.ts';
import { word } from '../word.ts';

/** Every filter of `POST /user/orgs`. */
export const ORGANIZATION_FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'query', label: 'Name', maxLength: 255 },
  ...ORGANIZATION_SERVICES.map((service) => yesOrNo(service, `${word(service)} is on`)),
  yesOrNo('automated', 'Takedowns are automated'),
  yesOrNo('secondApproval', 'Takes a second approval'),
  yesOrNo('pending', 'A service is asked for'),
  {
    kind: 'several',
    name: 'subscriptionStatus',
    label: 'Subscription',
    options: options(LISTED_SUBSCRIPTION_STATUSES),
  },
  { ...ASSET_TYPE_FILTER, label: 'Second approval for' } as Filter,
  { kind: 'several', name: 'pendingService', label: 'Asked for', options: options(PENDING_SERVICES) },
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
