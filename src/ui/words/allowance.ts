import { i18n } from '#i18n';
import type { Allowance } from '../../protection/allowance/allowance.ts';
import { untilInWords } from './time.ts';

/** How long an allowance lasts, in words. */
export function durationInWords({ scope, expiresAt }: Allowance, now: number): string {
  if (scope === 'tab') return i18n.t('time.tab');
  if (scope === 'always' || expiresAt === undefined) return i18n.t('time.always');
  return i18n.t('time.ends', { time: untilInWords(expiresAt, now) });
}
