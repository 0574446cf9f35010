import { updateUrlOf } from '../../organization/identity.ts';
import { enforcedObject, type PolicySubject } from './subject.ts';

export type ChromiumBrowser = 'chrome' | 'edge';

/** How to pin the icon to the toolbar. */
const PINNED = { chrome: { toolbar_pin: 'force_pinned' }, edge: { toolbar_state: 'force_shown' } } as const;

/**
 * The policy that makes Chrome or Edge install the package. Null where the brand names no update address.
 * @see https://chromeenterprise.google/policies/#ExtensionSettings
 * @see https://learn.microsoft.com/deployedge/microsoft-edge-manage-extensions-ref-guide
 */
export function forcedInstall(
  { brand, identity }: PolicySubject,
  browser: ChromiumBrowser,
): Record<string, object> | null {
  const updateUrl = updateUrlOf(brand, browser);
  if (updateUrl === undefined) return null;
  return {
    [identity.chromeId]: {
      installation_mode: 'force_installed',
      update_url: updateUrl,
      ...PINNED[browser],
    },
  };
}

/** What a machine with Linux reads from `/etc/opt/chrome/policies/managed/` or `/etc/chromium/…`, and for Edge from `/etc/opt/edge/…`. */
export function linuxPolicy(subject: PolicySubject, browser: ChromiumBrowser = 'chrome'): object {
  const installs = forcedInstall(subject, browser);
  return {
    ...(installs ? { ExtensionSettings: installs } : {}),
    '3rdparty': { extensions: { [subject.identity.chromeId]: enforcedObject(subject) } },
  };
}

/**
 * What the Google Admin console takes as "Policy for extensions" of an app, for ChromeOS and for managed Chrome.
 * @see https://www.chromium.org/administrators/configuring-policy-for-extensions/
 */
export const adminConsolePolicy = (subject: PolicySubject): object =>
  Object.fromEntries(Object.entries(enforcedObject(subject)).map(([name, value]) => [name, { Value: value }]));

/** Name of the package that a first installation fetches, beside the update manifest. */
export const firstPackage = (slug: string): string => `${slug}-firefox.xpi`;

/**
 * What Firefox reads from `policies.json`.
 * @see https://mozilla.github.io/policy-templates/#extensionsettings
 */
export const firefoxPolicies = (subject: PolicySubject): object => ({ policies: firefoxPolicy(subject) });

/** The same without what is around it in the file. */
export function firefoxPolicy(subject: PolicySubject): object {
  const { brand, identity } = subject;
  const updateUrl = brand.updateUrls?.firefox;
  return {
    ...(updateUrl
      ? {
          ExtensionSettings: {
            [identity.firefoxId]: {
              installation_mode: 'force_installed',
              install_url: new URL(firstPackage(brand.slug), updateUrl).href,
              default_area: 'navbar',
              private_browsing: true,
            },
          },
        }
      : {}),
    '3rdparty': { Extensions: { [identity.firefoxId]: enforcedObject(subject) } },
  };
}
