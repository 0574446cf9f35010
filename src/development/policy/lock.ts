import type { Brand } from '../../organization/brand.ts';
import type { SettingName } from '../../settings/catalogue.ts';
import type { PolicySubject, PolicyValues } from './subject.ts';

/**
 * What a policy must lock so that nobody, and no program that writes into the profile, switches the protection off or sends its questions
 * elsewhere: the switches, the address of the service, and the key.
 */
const LOCKS = {
  protectSites: true,
  protectAddresses: true,
  noticeLookalikes: true,
  noticeSwappedAddresses: true,
} as const satisfies Partial<PolicyValues>;

/** A policy that locks {@link LOCKS} at their strongest, and the service and key at those of the build. */
export const suggestedPolicy = (brand: Brand): PolicyValues => ({
  managedBy: brand.name,
  ...LOCKS,
  serviceUrl: brand.serviceUrl,
  ...(brand.publishableKey !== '' && { apiKey: brand.publishableKey }),
});

/** Names of the settings among them that a policy leaves to people, or switches off. */
export const unlockedOf = ({ brand, values }: PolicySubject): SettingName[] =>
  (Object.keys(suggestedPolicy(brand)) as (keyof PolicyValues)[])
    .filter((name): name is SettingName => name !== 'managedBy')
    .filter((name) => (name in LOCKS ? values[name] !== true : values[name] === undefined));
