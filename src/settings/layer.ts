import type { Endpoint } from '../api/client.ts';
import {
  INITIAL_SETTINGS,
  ORIGINS,
  type Origin,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type Settings,
  type SettingsView,
} from './catalogue.ts';

/** What one origin says. A value that is absent or null says nothing. */
export type Layer = { readonly origin: Origin; readonly values: Partial<Settings> };

/** Each setting with the value in force and who said it. */
export type Effective = {
  readonly [Name in SettingName]: { readonly value: Settings[Name]; readonly origin: Origin };
};

/**
 * The settings in force: of all layers that say something about a setting, the strongest origin wins. A key counts only
 * with the address it was given for, which is its own layer's or, without one, that of the layers below: where a stronger
 * layer names another service, no key is sent there but one that was given for it. What a policy alone decides, no other layer does.
 */
export function effectiveSettings(layers: readonly Layer[]): Effective {
  const ordered = [...layers].sort((a, b) => ORIGINS.indexOf(a.origin) - ORIGINS.indexOf(b.origin));
  const result = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, { value: INITIAL_SETTINGS[name], origin: 'default' }]),
  ) as Record<SettingName, { value: unknown; origin: Origin }>;
  const keys = new Map<unknown, { value: unknown; origin: Origin }>();
  for (const { origin, values } of ordered) {
    for (const name of SETTING_NAMES) {
      const value = values[name];
      if (SETTINGS[name].changedBy === 'policy' && origin !== 'policy') continue;
      if (value !== undefined && value !== null && name !== 'apiKey') result[name] = { value, origin };
    }
    if (values.apiKey) keys.set(result.serviceUrl.value, { value: values.apiKey, origin });
  }
  result.apiKey = keys.get(result.serviceUrl.value) ?? result.apiKey;
  return result as Effective;
}

/** Where the service is and the key to use, or null while either is missing. */
export function effectiveEndpoint({ serviceUrl, apiKey }: Effective): Endpoint | null {
  if (serviceUrl.value === null || apiKey.value === null) return null;
  return { baseUrl: serviceUrl.value, apiKey: apiKey.value };
}

/** The settings as a page of the extension sees them: everything but the key itself, and what is damaged in words. */
export function viewOf(
  { apiKey, ...shown }: Effective,
  managedBy: string | null = null,
  problems: readonly string[] = [],
): SettingsView {
  return {
    ...shown,
    keyIsSet: { value: apiKey.value !== null, origin: apiKey.origin },
    managedBy,
    problems: [...problems],
  };
}
