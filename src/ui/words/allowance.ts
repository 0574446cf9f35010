import { i18n } from '#i18n';
import { BRAND } from '../../organization/current.ts';
import type { Allowance } from '../../protection/allowance/allowance.ts';
import type { AllowedEntry } from '../../settings/catalogue.ts';
import { dateInWords, untilInWords } from './time.ts';

/** How long an allowance lasts, in words. */
export function durationInWords({ scope, expiresAt }: Allowance, now: number): string {
  if (scope === 'tab') return i18n.t('time.tab');
  if (scope === 'always' || expiresAt === undefined) return i18n.t('time.always');
  return i18n.t('time.ends', { time: untilInWords(expiresAt, now) });
}

/** Who allows what is listed, in words. @param by as the policy names them; null where it does not */
export const allowedByInWords = (by: string | null): string => i18n.t('allowed.by', { name: by ?? BRAND.name });

/** Why an organization allows something and until when, in words. The day is the one that the policy says, whatever the time zone. */
export function allowedReasonInWords({ reason, until }: AllowedEntry, now: number): string {
  if (until === undefined) return reason;
  const [year = 0, month = 1, day = 1] = until.split('-').map(Number);
  return i18n.t('allowed.until', { reason, day: dateInWords(new Date(year, month - 1, day).getTime(), now) });
}
