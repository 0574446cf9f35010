import { i18n } from '../../../language/i18n.ts';
import { numberInWords } from '../../../language/locale.ts';
import { type AllowanceScope, type MergeOutcome, objectionTo } from '../../../protection/allowance/allowance.ts';
import type { AllowanceFileProblem } from '../../../protection/allowance/allowance-file.ts';
import { managedWords, type SettingsInForce } from '../governed.tsx';

/** What a person wants to allow: how long, and why. */
type Wanted = { readonly scope: AllowanceScope; readonly reason?: string | undefined };

/** Why a site cannot be allowed, and who decided that. */
export function refusedWords(settings: SettingsInForce, { scope, reason }: Wanted): string {
  const { openListed, openLongest } = settings;
  const rule = { openListed: openListed.value, openLongest: openLongest.value };
  const objection = objectionTo({ scope, reason }, rule);
  if (objection === null) return said(settings, 'failurePolicy', i18n.t('settings.allowedRefused'));
  return objection === 'scope'
    ? said(settings, 'openLongest', i18n.t(`settings.openLongest.${openLongest.value}`))
    : said(settings, 'openListed', i18n.t(`settings.openListed.${openListed.value}`));
}

function said(settings: SettingsInForce, name: 'failurePolicy' | 'openLongest' | 'openListed', words: string): string {
  const managed = managedWords(settings, name);
  return managed === undefined ? words : `${words} ${managed}.`;
}

/** Why a site of a file is not new, in words; null where it is. */
export function outcomeInWords(outcome: MergeOutcome, wanted: Wanted, settings: SettingsInForce): string | null {
  if (outcome === 'new') return null;
  return outcome === 'refused' ? refusedWords(settings, wanted) : i18n.t(`settings.import.${outcome}`);
}

/** Why a file cannot be read, and what to do. */
export function fileProblemInWords({ kind, place, detail }: AllowanceFileProblem): string {
  if (kind === 'version') return i18n.t('settings.import.problem.version', { detail });
  if (kind !== 'site' && kind !== 'field') return i18n.t(`settings.import.problem.${kind}`);
  return i18n.t(`settings.import.problem.${kind}`, { place: numberInWords(place), detail });
}
