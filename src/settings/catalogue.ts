import * as z from 'zod/mini';
import { serviceBaseUrl } from '../api/service-address.ts';
import { LANGUAGES } from '../language/languages.ts';
import { BROWSER_LANGUAGE } from '../language/name.ts';

/**
 * Who can change a setting, besides a policy. `person`: a person, individually. `service`: a person, together with the
 * other half of the connection to the service. `policy`: nobody, so that values of a person or brand are ignored.
 */
type ChangedBy = 'person' | 'service' | 'policy';
type Setting<S extends z.ZodMiniType, By extends ChangedBy> = {
  readonly schema: S;
  readonly initial: z.output<S>;
  readonly title: string;
  readonly changedBy: By;
};
const setting = <S extends z.ZodMiniType, By extends ChangedBy>(
  changedBy: By,
  schema: S,
  initial: z.output<S>,
  title: string,
): Setting<S, By> => ({ schema, initial, title, changedBy });

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

/** Who may open a listed site despite its warning: everybody, only with a written reason, nobody. */
export const OPEN_LISTED = ['freely', 'withReason', 'nobody'] as const;
export type OpenListed = (typeof OPEN_LISTED)[number];

/** Maximum time for which a listed site may be opened: until the tab is closed, for a day, permanently. */
export const OPEN_LONGEST = ['tab', 'day', 'always'] as const;
export type OpenLongest = (typeof OPEN_LONGEST)[number];

/** Whether a report or dispute may, or must, contain its author's contact details. */
export const REPORT_CONTACT = ['off', 'optional', 'required'] as const;
export type ReportContact = (typeof REPORT_CONTACT)[number];

/** The last millisecond of a day such as `2027-01-31`, in UTC; NaN for an invalid day. */
export const endOfDay = (day: string): number => {
  const begin = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return new Date(begin).toJSON()?.startsWith(day) ? begin + 86_399_999 : Number.NaN;
};

/** A listed site, page or wallet address that an organization allows its members to open. */
export const allowedEntry = z.strictObject({
  /** As a person writes it: `example.com`, `example.com/page`, a wallet address. */
  content: z.string().check(z.minLength(1), z.maxLength(2_048)),
  /** The reason, shown to the members. */
  reason: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The last day on which it counts, in UTC; without one it counts while the policy contains it. */
  until: z.optional(z.string().check(z.refine((day) => !Number.isNaN(endOfDay(day))))),
});
export type AllowedEntry = Readonly<z.infer<typeof allowedEntry>>;

/** Maximum entries in one policy. */
export const MAX_ALLOWED = 1_000;
const allowList = z.array(allowedEntry).check(z.maxLength(MAX_ALLOWED));

/**
 * Every setting, once: its schema, its default, and its title for administrators. The stored record, the messages, the
 * settings page and the schema of managed policies are derived from it. `null` means not set.
 */
export const SETTINGS = {
  serviceUrl: setting('service', z.nullable(serviceBaseUrl), null, 'Address of the service'),
  apiKey: setting('service', z.nullable(apiKey), null, 'API key'),
  protectSites: setting('person', z.boolean(), true as boolean, 'Stop listed sites'),
  protectAddresses: setting('person', z.boolean(), true as boolean, 'Mark listed wallet addresses on pages'),
  markLinks: setting('person', z.boolean(), true as boolean, 'Mark links to listed sites on pages'),
  noticeLookalikes: setting('person', z.boolean(), true as boolean, 'Warn about sites that imitate others'),
  noticeSwappedAddresses: setting('person', z.boolean(), true as boolean, 'Warn about swapped wallet addresses'),
  checkWallets: setting('person', z.boolean(), false as boolean, 'Check wallet requests before the wallet opens'),
  notify: setting('person', z.boolean(), false as boolean, 'Tell of what changed by the browser’s notifications'),
  failurePolicy: setting(
    'person',
    z.enum(FAILURE_POLICIES),
    'warn' as FailurePolicy,
    'When a site cannot be confirmed',
  ),
  language: setting(
    'person',
    z.enum([BROWSER_LANGUAGE, ...LANGUAGES]),
    BROWSER_LANGUAGE as string,
    'Language of the extension',
  ),
  trafficKept: setting('person', z.enum(TRAFFIC_KEPT), 'day' as TrafficKept, 'How long requests are remembered'),
  allowList: setting('policy', allowList, [], 'Listed sites and addresses that may be used'),
  openListed: setting('policy', z.enum(OPEN_LISTED), 'freely' as OpenListed, 'Who may open a listed site'),
  openLongest: setting('policy', z.enum(OPEN_LONGEST), 'always' as OpenLongest, 'How long a listed site may be opened'),
  sendListed: setting('policy', z.boolean(), true as boolean, 'A stopped wallet request can be sent anyway'),
  pause: setting('policy', z.boolean(), true as boolean, 'The protection can be paused'),
  reports: setting('policy', z.boolean(), true as boolean, 'Reports and false alarms can be sent'),
  reportContact: setting(
    'policy',
    z.enum(REPORT_CONTACT),
    'optional' as ReportContact,
    'Contact details in reports and disputes',
  ),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** The default of each setting. */
export const INITIAL_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].initial]),
) as Settings;

/** Who can set a value, weakest first. `policy` is an organization's managed policy. */
export const ORIGINS = ['default', 'brand', 'person', 'policy'] as const;
export type Origin = (typeof ORIGINS)[number];

type Catalogue = typeof SETTINGS;
type PersonalName = {
  [Name in SettingName]: Catalogue[Name]['changedBy'] extends 'person' ? Name : never;
}[SettingName];

/** The settings that a person changes individually. */
export const personalSettings = z.object(
  Object.fromEntries(
    SETTING_NAMES.filter((name) => SETTINGS[name].changedBy === 'person').map((name) => [name, SETTINGS[name].schema]),
  ) as { [Name in PersonalName]: Catalogue[Name]['schema'] },
);
/** The settings that affect verdicts. */
export type ProtectionSettings = Pick<
  Settings,
  | 'serviceUrl'
  | 'apiKey'
  | 'protectSites'
  | 'protectAddresses'
  | 'markLinks'
  | 'noticeLookalikes'
  | 'noticeSwappedAddresses'
  | 'checkWallets'
  | 'sendListed'
  | 'pause'
  | 'failurePolicy'
  | 'allowList'
  | 'openListed'
  | 'openLongest'
>;

const inForce = <S extends z.ZodMiniType>(value: S) => z.object({ value, origin: z.enum(ORIGINS) });
type InForce<S extends z.ZodMiniType> = ReturnType<typeof inForce<S>>;
type ShownName = Exclude<SettingName, 'apiKey'>;

/** The settings in force for pages of the extension: each with its origin; of the key, only whether it is set. */
export const settingsView = z.object({
  ...(Object.fromEntries(
    SETTING_NAMES.filter((name) => name !== 'apiKey').map((name) => [name, inForce(SETTINGS[name].schema)]),
  ) as { [Name in ShownName]: InForce<Catalogue[Name]['schema']> }),
  keyIsSet: inForce(z.boolean()),
  /** Name of who manages the settings of origin `policy`; null if the policy has none. */
  managedBy: z.nullable(z.string()),
  /** Damaged settings, which count as not set, in words. */
  problems: z.array(z.string()),
});
export type SettingsView = z.infer<typeof settingsView>;
