import { i18n } from '../language/i18n.ts';
import { countInWords, numberInWords } from '../language/locale.ts';
import { BRAND } from '../organization/current.ts';
import type { HealthProblem } from '../protection/health/health.ts';
import type { NotificationText } from './notifications.ts';
import type { Sign } from './sign.ts';

const brand = BRAND.shortName;

/** The title of the toolbar button. */
export function buttonInWords(sign: Sign | null, blocked: number): string {
  const isOfAll = sign === null || sign === 'reduced' || sign === 'news' || sign === 'managed';
  if (!isOfAll) return i18n.t(`toolbar.${sign}`, { brand });
  if (blocked > 0) return countInWords('toolbar.addresses', blocked, [brand, numberInWords(blocked)]);
  return sign === null ? BRAND.name : i18n.t(`toolbar.${sign}`, { brand });
}

/** An open page was stopped. */
export const listedInWords = (host: string): NotificationText => ({
  title: i18n.t('notification.listed', { host }),
  message: i18n.t('notification.listedHint', { brand }),
});

/** This many reports and disputes have news. */
export const newsInWords = (count: number): NotificationText => ({
  title: countInWords('notification.news', count),
  message: i18n.t('notification.newsHint'),
});

/** The protection stopped working. The settings give the reason: the words are the same for all. */
export const stoppedInWords = ({ remedy }: HealthProblem): NotificationText => ({
  title: i18n.t('notification.unprotected', { brand }),
  message: i18n.t(remedy === null ? 'notification.unprotectedHint' : 'notification.unprotectedMend'),
});
