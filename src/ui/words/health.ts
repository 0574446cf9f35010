import { i18n } from '../../language/i18n.ts';
import { countInWords, lineOf } from '../../language/locale.ts';
import { textKey } from '../../language/text-key.ts';
import { BRAND } from '../../organization/current.ts';
import type { Health, HealthProblem } from '../../protection/health/health.ts';
import { whenInWords } from './time.ts';
import type { Tone } from './verdict.ts';

export type ProblemInWords = { readonly what: string; readonly doing: string; readonly detail: string | null };

/** A problem as a person reads it: what happened, what it means or what to do, and a detail in English for those who are asked for help. */
export function problemInWords({ kind, detail = '' }: Pick<HealthProblem, 'kind' | 'detail'>): ProblemInWords {
  const key = textKey(kind);
  const blanks = { brand: BRAND.shortName };
  return {
    what: i18n.t(`health.${key}.what`, blanks),
    doing: i18n.t(`health.${key}.doing`, blanks),
    detail: detail === '' ? null : detail,
  };
}

/** How loud a problem is. */
export const toneOfProblem = ({ level }: HealthProblem): Tone => (level === 'protected' ? 'plain' : 'caution');

/** How well the person is protected, and the reason where it is less than well, in one or two sentences. */
export function protectionInWords({ level, list, problems }: Health, now: number): string {
  const reason = level === 'protected' ? undefined : problems[0];
  const why = reason
    ? problemInWords(reason).what
    : list && i18n.t('health.updated', { time: whenInWords(list.currentAt, now) });
  return [i18n.t(`health.level.${level}`), why].filter(Boolean).join(' ');
}

/** Size of the list, and its version for those who are asked for help; null where there is none. */
export const listInWords = ({ list }: Health): string | null =>
  list && lineOf([countInWords('health.entries', list.entries), `${i18n.t('health.forSupport')} ${list.token}`]);

/** When the service was last asked and when it is asked next. */
export function checksInWords(health: Health, now: number): string {
  return lineOf([
    health.lastAttemptAt === null
      ? i18n.t('health.neverChecked')
      : i18n.t('health.lastCheck', { time: whenInWords(health.lastAttemptAt, now) }),
    health.nextAttemptAt !== null &&
      health.nextAttemptAt > now &&
      i18n.t('health.nextCheck', { time: whenInWords(health.nextAttemptAt, now) }),
  ]);
}
