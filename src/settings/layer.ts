import type { Endpoint } from '../api/client.ts';
import { SETTING_NAMES, SETTINGS, type SettingName, type Settings } from './catalogue.ts';
import type { SettingProblem } from './stored.ts';

/** Who may say what a setting is, the weakest first. `policy` is an organization's managed policy. */
export const ORIGINS = ['default', 'brand', 'person', 'policy'] as const;
export type Origin = (typeof ORIGINS)[number];

/** What one origin says. A value that is absent or null says nothing. */
export type Layer = { readonly origin: Origin; readonly values: Partial<Settings> };

/** Each setting with the value in force and who said it. */
export type Effective = {
  readonly [Name in SettingName]: { readonly value: Settings[Name]; readonly origin: Origin };
};

/**
 * The settings in force: of all layers that say something about a setting, the strongest origin wins. A key counts only
 * with the address it was given for: where a stronger layer names another service, a weaker layer's key is not sent
 * there, and `apiKey` is null until the stronger layer brings its own.
 */
export function effectiveSettings(layers: readonly Layer[]): Effective {
  const ordered = [...layers].sort((a, b) => ORIGINS.indexOf(a.origin) - ORIGINS.indexOf(b.origin));
  const result = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, { value: SETTINGS[name].initial, origin: 'default' }]),
  ) as Record<SettingName, { value: unknown; origin: Origin }>;
  for (const { origin, values } of ordered) {
    const address = values.serviceUrl ?? result.serviceUrl.value;
    if (address !== result.serviceUrl.value) result.apiKey = { value: null, origin: 'default' };
    for (const name of SETTING_NAMES) {
      const value = values[name];
      if (value !== undefined && value !== null) result[name] = { value, origin };
    }
  }
  return result as Effective;
}

/** Where the service is and the key to use, or null while either is missing. */
export function effectiveEndpoint({ serviceUrl, apiKey }: Effective): Endpoint | null {
  if (serviceUrl.value === null || apiKey.value === null) return null;
  return { baseUrl: serviceUrl.value, apiKey: apiKey.value };
}

/** The settings as a page of the extension sees them: everything but the key itself, and what is damaged in words. */
export function settingsView(effective: Effective, problems: readonly SettingProblem[] = []) {
  return {
    serviceUrl: effective.serviceUrl.value ?? '',
    serviceUrlIsBrands: effective.serviceUrl.origin === 'brand',
    keyIsSet: effective.apiKey.value !== null,
    keyIsBrands: effective.apiKey.origin === 'brand',
    protectSites: effective.protectSites.value,
    protectAddresses: effective.protectAddresses.value,
    failurePolicy: effective.failurePolicy.value,
    problems: problems.map(({ problem }) => problem),
  };
}
export type SettingsView = ReturnType<typeof settingsView>;
