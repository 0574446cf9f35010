import { i18n } from '../../language/i18n.ts';
import { BRAND } from '../../organization/current.ts';
import type { Allowance } from '../../protection/allowance/allowance.ts';
import type { AllowedEntry } from '../../settings/catalogue.ts';
import { dateInWords, untilInWords } from './time.ts';

/** How long an allowance lasts, in words. */
export function durationInWords({ scope, expiresAt }: Allowance, now: number): string {
  if (scope === 'tab') return i18n.t('time.tab');
  return untilEndInWords(scope === 'always' ? null : (expiresAt ?? null), now);
}

/** Until when something holds; `end` is null where it holds always. */
export const untilEndInWords = (end: number | null, now: number): string =>
  end === null ? i18n.t('time.always') : i18n.t('time.ends', { time: untilInWords(end, now) });

/** What is let through, as a person reads it. */
export const siteOf = ({ expression }: Pick<Allowance, 'expression'>): string =>
  expression.replace(/\/$/, '').replace(/^[A-Z_]+:/, '');

/** How far an allowance reaches: a site with all below it, one page, or one account. */
export function reachInWords(expression: string): string {
  if (/^[A-Z_]+:/.test(expression)) return i18n.t('settings.reach.account');
  return i18n.t(expression.indexOf('/') === expression.length - 1 ? 'settings.reach.site' : 'settings.reach.page');
}

/** Who allows what is listed, in words. @param by as the policy names them; null where it does not */
export const allowedByInWords = (by: string | null): string => i18n.t('allowed.by', { name: by ?? BRAND.name });

/** Why an organization allows something and until when, in words. The day is the one that the policy says, whatever the time zone. */
export function allowedReasonInWords({ reason, until }: AllowedEntry, now: number): string {
  if (until === undefined) return i18n.t('allowed.reason', { reason });
  const [year = 0, month = 1, day = 1] = until.split('-').map(Number);
  return i18n.t('allowed.until', { reason, day: dateInWords(new Date(year, month - 1, day).getTime(), now) });
}
