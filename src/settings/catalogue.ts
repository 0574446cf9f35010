import * as z from 'zod/mini';
import { serviceBaseUrl } from '../api/asset/address.ts';
import { FAILURE_POLICIES, INITIAL } from './protection-settings.ts';

type Setting<S extends z.ZodMiniType> = { readonly schema: S; readonly initial: z.output<S>; readonly title: string };
const setting = <S extends z.ZodMiniType>(schema: S, initial: z.output<S>, title: string): Setting<S> => ({
  schema,
  initial,
  title,
});

const apiKey = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(512),
    z.regex(/^[\x21-\x7e]+$/, 'must be a key without spaces, as the service shows it'),
  );

/**
 * Every setting, once: its schema, its value when nobody said anything, and what an administrator reads about it. The
 * stored value, the settings page and later the policy schema are drawn from here. `null` means "as the brand says".
 */
export const SETTINGS = {
  serviceUrl: setting(z.nullable(serviceBaseUrl), null, 'Address of the service'),
  apiKey: setting(z.nullable(apiKey), null, 'API key'),
  protectSites: setting(z.boolean(), INITIAL.protectSites as boolean, 'Stop listed sites'),
  protectAddresses: setting(z.boolean(), INITIAL.protectAddresses as boolean, 'Mark listed wallet addresses on pages'),
  failurePolicy: setting(z.enum(FAILURE_POLICIES), INITIAL.failurePolicy, 'When a site cannot be confirmed'),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
