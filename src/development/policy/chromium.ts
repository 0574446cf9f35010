import type { PolicySubject } from './subject.ts';
import { saidObject } from './subject.ts';

/**
 * How Chrome and Edge are told to install a package by themselves. Null where the brand does not say where it is.
 * @see https://chromeenterprise.google/policies/#ExtensionSettings
 */
export function forcedInstall({ brand, identity }: PolicySubject): Record<string, object> | null {
  const updateUrl = brand.updateUrls?.chrome;
  if (updateUrl === undefined) return null;
  return {
    [identity.chromeId]: {
      installation_mode: 'force_installed',
      update_url: updateUrl,
      toolbar_pin: 'force_pinned',
    },
  };
}

/** What a machine with Linux reads from `/etc/opt/chrome/policies/managed/`, `/etc/chromium/…` or `/etc/opt/edge/…`. */
export function linuxPolicy(subject: PolicySubject): object {
  const installs = forcedInstall(subject);
  return {
    ...(installs ? { ExtensionSettings: installs } : {}),
    '3rdparty': { extensions: { [subject.identity.chromeId]: saidObject(subject) } },
  };
}

/** What the Google Admin console takes as "Policy for extensions" of an app. */
export const adminConsolePolicy = (subject: PolicySubject): object =>
  Object.fromEntries(Object.entries(saidObject(subject)).map(([name, value]) => [name, { Value: value }]));
