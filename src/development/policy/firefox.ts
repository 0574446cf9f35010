import { type PolicySubject, saidObject } from './subject.ts';

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
    '3rdparty': { Extensions: { [identity.firefoxId]: saidObject(subject) } },
  };
}
