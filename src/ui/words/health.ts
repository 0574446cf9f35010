import { i18n } from '#i18n';
import { BRAND } from '../../organization/current.ts';
import type { Health, HealthProblem } from '../../protection/health/health.ts';
import { lineOf, numberInWords } from './locale.ts';
import { ageInWords, dateInWords, whenInWords } from './time.ts';
import type { Tone } from './verdict.ts';

/** What a person can do about a problem with one press. */
export type Remedy = 'check' | 'settings' | 'permission';
export type ProblemInWords = {
  readonly what: string;
  readonly doing: string;
  readonly detail: string | null;
  readonly tone: Tone;
  readonly remedy: Remedy | null;
};

type Row = { readonly key: ProblemKey; readonly tone: Tone; readonly remedy: Remedy | null };
type ProblemKey =
  | 'listMissing'
  | 'listOld'
  | 'listBundled'
  | 'listRejected'
  | 'updateNeeded'
  | 'serviceUnreachable'
  | 'serviceRefused'
  | 'keyRefused'
  | 'notConfigured'
  | 'storageFull'
  | 'storageBroken'
  | 'permissionMissing'
  | 'confirmationFailing';

const PROBLEMS: Record<HealthProblem['kind'], Row> = {
  'list-missing': { key: 'listMissing', tone: 'danger', remedy: 'check' },
  'list-old': { key: 'listOld', tone: 'caution', remedy: 'check' },
  'list-bundled': { key: 'listBundled', tone: 'plain', remedy: 'check' },
  'list-rejected': { key: 'listRejected', tone: 'caution', remedy: 'check' },
  'update-needed': { key: 'updateNeeded', tone: 'caution', remedy: null },
  'service-unreachable': { key: 'serviceUnreachable', tone: 'caution', remedy: 'check' },
  'service-refused': { key: 'serviceRefused', tone: 'caution', remedy: 'check' },
  'key-refused': { key: 'keyRefused', tone: 'danger', remedy: 'settings' },
  'not-configured': { key: 'notConfigured', tone: 'caution', remedy: 'settings' },
  'storage-full': { key: 'storageFull', tone: 'caution', remedy: 'check' },
  'storage-broken': { key: 'storageBroken', tone: 'caution', remedy: null },
  'permission-missing': { key: 'permissionMissing', tone: 'danger', remedy: 'permission' },
  'confirmation-failing': { key: 'confirmationFailing', tone: 'caution', remedy: 'check' },
};

/** A problem as a person reads it: what happened, what it means or what to do, and the service's own words. */
export function problemInWords(problem: HealthProblem): ProblemInWords {
  const { key, tone, remedy } = PROBLEMS[problem.kind];
  const brand = BRAND.shortName;
  return {
    what:
      key === 'permissionMissing' ? i18n.t('health.permissionMissing.what', { brand }) : i18n.t(`health.${key}.what`),
    doing: key === 'updateNeeded' ? i18n.t('health.updateNeeded.doing', { brand }) : i18n.t(`health.${key}.doing`),
    detail: problem.detail || null,
    tone,
    remedy,
  };
}

/** On or off, the age of the list and its size in one line. */
export function protectionInWords(health: Health, now: number): string {
  const { list } = health;
  return lineOf([
    i18n.t(health.enabled ? 'health.on' : 'health.off'),
    list === null && i18n.t('health.noList'),
    list?.origin === 'bundled' && i18n.t('health.listOfPackage', { date: dateInWords(list.currentAt, now) }),
    list?.origin === 'service' && i18n.t('health.listAge', { age: ageInWords(list.currentAt, now) }),
    list !== null && i18n.t('health.entries', list.entries, [numberInWords(list.entries)]),
  ]);
}

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
