import { i18n } from '#i18n';
import { BRAND } from '../../organization/current.ts';
import type { ServiceProblem } from '../../settings/service-problem.ts';

/** Why a service is not used, and what to do, in a sentence or two. */
export function serviceProblemInWords({ kind, detail, address }: ServiceProblem): string {
  const brand = BRAND.shortName;
  switch (kind) {
    case 'address':
      return i18n.t('settings.serviceUrlWrong');
    case 'keyForm':
      return i18n.t('settings.serviceProblem.keyForm');
    case 'otherAddress':
      return i18n.t('settings.serviceProblem.otherAddress');
    case 'person':
      return i18n.t('settings.serviceProblem.person', { brand });
    case 'more':
      return i18n.t('settings.serviceProblem.more', { brand, scopes: detail });
    case 'less':
      return i18n.t('settings.serviceProblem.less', { scopes: detail });
    case 'refused':
      return i18n.t('settings.serviceProblem.refused');
    case 'error':
      return i18n.t('settings.serviceProblem.error', { address, status: detail });
    case 'malformed':
      return i18n.t('settings.serviceProblem.malformed', { address });
    case 'timeout':
      return i18n.t('settings.serviceProblem.timeout', { address });
    case 'offline':
      return i18n.t('settings.serviceProblem.offline', { address });
    case 'managed':
      return detail === '' ? i18n.t('problem.managed') : i18n.t('settings.serviceProblem.managed', { manager: detail });
  }
}
