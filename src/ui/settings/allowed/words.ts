import { i18n } from '../../../language/i18n.ts';
import { numberInWords } from '../../../language/locale.ts';
import { type Allowance, objectionTo } from '../../../protection/allowance/allowance.ts';
import type { AllowanceFileProblem } from '../../../protection/allowance/allowance-file.ts';
import { managedWords, type SettingsInForce } from '../governed.tsx';

/** Why the settings do not let a person allow a site; null where nothing is known against it. */
export const objectionOf = ({ openListed, openLongest }: SettingsInForce, wanted: Allowance) =>
  objectionTo(wanted, { openListed: openListed.value, openLongest: openLongest.value });

/** Why a site cannot be allowed, and who decided that. */
export function refusedWords(settings: SettingsInForce, wanted: Allowance): string {
  const { openListed, openLongest } = settings;
  const objection = objectionOf(settings, wanted);
  if (objection === null) return said(settings, 'failurePolicy', i18n.t('settings.allowedRefused'));
  return objection === 'scope'
    ? said(settings, 'openLongest', i18n.t(`settings.openLongest.${openLongest.value}`))
    : said(settings, 'openListed', i18n.t(`settings.openListed.${openListed.value}`));
}

function said(settings: SettingsInForce, name: 'failurePolicy' | 'openLongest' | 'openListed', words: string): string {
  const managed = managedWords(settings, name);
  return managed === undefined ? words : `${words} ${managed}.`;
}

/** Why a file cannot be read, and what to do. */
export function fileProblemInWords({ kind, place, detail }: AllowanceFileProblem): string {
  if (kind === 'version') return i18n.t('settings.import.problem.version', { detail });
  if (kind !== 'site' && kind !== 'field') return i18n.t(`settings.import.problem.${kind}`);
  return i18n.t(`settings.import.problem.${kind}`, { place: numberInWords(place), detail });
}
