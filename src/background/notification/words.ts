import { i18n } from '#i18n';
import { BRAND } from '../../organization/current.ts';
import type { HealthProblem } from '../../protection/health/health.ts';
import type { NotificationText } from './notifications.ts';

const brand = BRAND.shortName;

/** A page that was open is stopped now. */
export const listedInWords = (host: string): NotificationText => ({
  title: i18n.t('notification.listed', { host }),
  message: i18n.t('notification.listedHint', { brand }),
});

/** So many reports and disputes have news. */
export const newsInWords = (count: number): NotificationText => ({
  title: i18n.t('notification.news', count, [String(count)]),
  message: i18n.t('notification.newsHint'),
});

/** The protection stopped working. A list that is missing and a key that is refused are told alike: the settings say which. */
export const stoppedInWords = ({ remedy }: HealthProblem): NotificationText => ({
  title: i18n.t('notification.unprotected', { brand }),
  message: i18n.t(remedy === null ? 'notification.unprotectedHint' : 'notification.unprotectedMend'),
});
