import { i18n } from '#i18n';
import { BRAND } from '../../organization/current.ts';
import { isolated } from '../words/isolation.ts';
import type { SettingsInForce } from './service-choice.ts';

type Shown = Omit<SettingsInForce, 'managedBy' | 'problems'>;
/** Who set a value, in words. `managed` where nobody else may change it; nothing where the value is as the product comes. */
type OriginWords = { readonly managed?: string; readonly setBy?: string };

/** Who decides a setting in the person's place, in words; undefined where the person does. */
export function managedWords(settings: SettingsInForce, name: keyof Shown): string | undefined {
  if (settings[name].origin !== 'policy') return undefined;
  return settings.managedBy === null
    ? i18n.t('settings.managedByOrganization')
    : i18n.t('settings.managedBy', { name: isolated(settings.managedBy) });
}

/** Who set a value: the organization's policy, the brand of this build, or the person. */
export function originWords(settings: SettingsInForce, name: keyof Shown): OriginWords {
  const managed = managedWords(settings, name);
  if (managed !== undefined) return { managed };
  const { origin } = settings[name];
  if (origin === 'brand') return { setBy: i18n.t('settings.setByBrand', { brand: isolated(BRAND.shortName) }) };
  return origin === 'person' ? { setBy: i18n.t('settings.setByYou') } : {};
}
