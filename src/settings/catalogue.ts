import * as z from 'zod/mini';
import { serviceBaseUrl } from '../api/asset/address.ts';

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

/** What happens when a local hit cannot be confirmed. */
export const FAILURE_POLICIES = ['open', 'warn', 'closed'] as const;
export type FailurePolicy = (typeof FAILURE_POLICIES)[number];

/** How long the requests of the extension are remembered on the device. */
export const TRAFFIC_KEPT = ['day', 'week'] as const;
export type TrafficKept = (typeof TRAFFIC_KEPT)[number];

/**
 * Every setting, once: its schema, its value when nobody said anything, and what an administrator reads about it. What is
 * stored, the messages, the settings page and the schema of managed policies are drawn from here. `null` says nothing.
 */
export const SETTINGS = {
  serviceUrl: setting(z.nullable(serviceBaseUrl), null, 'Address of the service'),
  apiKey: setting(z.nullable(apiKey), null, 'API key'),
  protectSites: setting(z.boolean(), true as boolean, 'Stop listed sites'),
  protectAddresses: setting(z.boolean(), true as boolean, 'Mark listed wallet addresses on pages'),
  noticeLookalikes: setting(z.boolean(), true as boolean, 'Point out sites that look like others'),
  noticeSwappedAddresses: setting(z.boolean(), true as boolean, 'Point out wallet addresses that were swapped'),
  notify: setting(z.boolean(), false as boolean, 'Tell of what changed by the browser’s notifications'),
  failurePolicy: setting(z.enum(FAILURE_POLICIES), 'warn' as FailurePolicy, 'When a site cannot be confirmed'),
  trafficKept: setting(z.enum(TRAFFIC_KEPT), 'day' as TrafficKept, 'How long requests are remembered'),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** The value of each setting where nobody said anything. */
export const INITIAL_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].initial]),
) as Settings;

/** Who may say what a setting is, the weakest first. `policy` is an organization's managed policy. */
export const ORIGINS = ['default', 'brand', 'person', 'policy'] as const;
export type Origin = (typeof ORIGINS)[number];

const { protectSites, protectAddresses, noticeLookalikes, noticeSwappedAddresses, notify, failurePolicy, trafficKept } =
  SETTINGS;

/** The settings that a verdict follows from. */
export const protectionSettings = z.object({
  protectSites: protectSites.schema,
  protectAddresses: protectAddresses.schema,
  noticeLookalikes: noticeLookalikes.schema,
  noticeSwappedAddresses: noticeSwappedAddresses.schema,
  failurePolicy: failurePolicy.schema,
});
/** All that a person changes one by one. */
export const personalSettings = z.extend(protectionSettings, {
  notify: notify.schema,
  trafficKept: trafficKept.schema,
});
export type ProtectionSettings = Readonly<z.infer<typeof protectionSettings>>;

const inForce = <S extends z.ZodMiniType>(value: S) => z.object({ value, origin: z.enum(ORIGINS) });

/** The settings in force as a page of the extension sees them: who said each, and of the key only whether there is one. */
export const settingsView = z.object({
  serviceUrl: inForce(SETTINGS.serviceUrl.schema),
  keyIsSet: inForce(z.boolean()),
  protectSites: inForce(protectSites.schema),
  protectAddresses: inForce(protectAddresses.schema),
  noticeLookalikes: inForce(noticeLookalikes.schema),
  noticeSwappedAddresses: inForce(noticeSwappedAddresses.schema),
  notify: inForce(notify.schema),
  failurePolicy: inForce(failurePolicy.schema),
  trafficKept: inForce(trafficKept.schema),
  /** Who manages the settings of origin `policy`, as the policy names it; null where it does not. */
  managedBy: z.nullable(z.string()),
  /** Settings that are damaged and therefore count as not set, in words. */
  problems: z.array(z.string()),
});
export type SettingsView = z.infer<typeof settingsView>;
