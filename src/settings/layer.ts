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

/** The values of one origin. Absent and null values are not set. */
export type Layer = { readonly origin: Origin; readonly values: Partial<Settings> };

/** Each setting with the value in force and who set it. */
export type Effective = {
  readonly [Name in SettingName]: { readonly value: Settings[Name]; readonly origin: Origin };
};

/**
 * The settings in force: the strongest origin that sets a value wins. A key is used only with the address it was given
 * for: its own layer's or, without one, that of the layers below. If a stronger layer names another service, only a key
 * given for that service is sent there. A setting that only a policy can set is ignored in other layers.
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

/** The service's address and key, or null if either is missing. */
export function effectiveEndpoint({ serviceUrl, apiKey }: Effective): Endpoint | null {
  if (serviceUrl.value === null || apiKey.value === null) return null;
  return { baseUrl: serviceUrl.value, apiKey: apiKey.value };
}

/** The settings for pages of the extension: everything but the key itself, and damaged values in words. */
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
