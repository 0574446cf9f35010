import type { BundledVersion } from '../blocklist/store/bundled.ts';
import { type ListTrust, NO_TRUST } from '../blocklist/trust/seal.ts';
import { imitatedBrand, knownBrands } from '../lookalike/brand.ts';
import { BRAND } from '../organization/current.ts';

declare const __PACKAGE_LIST__: BundledVersion | null;

/** The package's description of its list, null without one. The build validated and inlined it, so no start fetches it. */
export const PACKAGE_LIST: BundledVersion | null = __PACKAGE_LIST__;

/** Another service that a person chose has another operator; the brand's keys do not apply to it. */
export const trustOf = (service: string): ListTrust =>
  service === BRAND.serviceUrl ? { publicKeys: BRAND.listPublicKeys, listUrl: BRAND.listUrl ?? null } : NO_TRUST;

/** Hosts of the organization itself; they imitate nobody. */
export const OWN_HOSTS = [BRAND.serviceUrl, BRAND.portalUrl, BRAND.supportUrl].flatMap((url) =>
  url === null ? [] : [new URL(url).hostname],
);
/** The organization's own names come before the well-known ones. */
export const imitatedBrands = () => [...(BRAND.imitated ?? []).map(imitatedBrand), ...knownBrands()];
