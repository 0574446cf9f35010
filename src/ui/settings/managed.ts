import { i18n } from '#i18n';
import { isolated } from '../words/isolation.ts';
import type { SettingsInForce } from './service-choice.ts';

type Shown = Omit<SettingsInForce, 'managedBy' | 'problems'>;

/** Who decides a setting in the person's place, in words; undefined where the person does. */
export function managedWords(settings: SettingsInForce, name: keyof Shown): string | undefined {
  if (settings[name].origin !== 'policy') return undefined;
  return settings.managedBy === null
    ? i18n.t('settings.managedByOrganization')
    : i18n.t('settings.managedBy', { name: isolated(settings.managedBy) });
}
