import { getPublicSuffix, parse } from 'tldts';
import { isSharedHost } from '../url/host/shared-host.ts';

/** Regions of clouds as their hosts write them: `us-east-1`, `europe-west4`, `eu-3`. */
const REGION =
  /^(?:us|eu|ap|ca|sa|me|af|il|mx|cn|in|uk|au|asia|europe|northamerica|southamerica|australia|africa)(?:-gov)?(?:-[a-z]+)?-?\d{1,2}$/;

/** Suffixes of the form `*.parent` whose operator names its regions by short codes, and those codes: `uc.gateway.dev`, `ams3.…`. */
const BY_CODE: ReadonlySet<string> = new Set([
  'gateway.dev',
  'r.appspot.com',
  'run.app',
  'mtls.run.app',
  'digitaloceanspaces.com',
  'vultrobjects.com',
]);
const CODE = /^[a-z]{1,3}\d{0,2}$/;

/** Suffixes of the form `*.parent` of which the label below the parent is a region or a cluster that no {@link REGION} is written like. */
const OPERATORS_OWN: ReadonlySet<string> = new Set([
  'azurecontainer.io',
  'nodebalancer.linode.com',
  'alces.network',
  'replit.dev',
  'snowflake.app',
]);

/**
 * Whether a canonical host is a public suffix of either section, below which different people have their sites. `www.` before a suffix is
 * the operator's own front page, not a tenant.
 *
 * Of a suffix of the form `*.parent` in the private section a name below the parent is one tenant's whole site, not a suffix
 * (`evil.localto.net`, `name.beget.app`, an ENS name, a canister, a machine), except where it is a region or a cluster of the operator's.
 */
export function isPublicSuffix(host: string): boolean {
  const bare = host.replace(/^www\./, '');
  return suffixOf(bare) === bare && !isTenant(bare);
}

/** Whether strangers have sites below a host by the private section of the Public Suffix List. */
export const isPrivateSuffix = (host: string): boolean =>
  parse(host, { allowPrivateDomains: true }).isPrivate === true && suffixOf(host) === host && !isTenant(host);

const suffixOf = (host: string): string | null => getPublicSuffix(host, { allowPrivateDomains: true });

/** Whether a suffix is one by the wildcard of a private rule alone, and no label of the operator's. */
function isTenant(suffix: string): boolean {
  const dot = suffix.indexOf('.');
  const [label, parent] = [suffix.slice(0, dot), suffix.slice(dot + 1)];
  if (dot < 0 || REGION.test(label) || OPERATORS_OWN.has(parent) || (BY_CODE.has(parent) && CODE.test(label)))
    return false;
  // Only a wildcard makes a suffix of a name that nobody would write a rule for.
  const made = parse(`no-rule-names-this.${parent}`, { allowPrivateDomains: true });
  return made.isPrivate === true && made.publicSuffix === `no-rule-names-this.${parent}`;
}

/** Whether strangers have sites or pages below a host: the shared hosts, and the private section of the Public Suffix List. */
export const isHostingDomain = (host: string): boolean => isSharedHost(host) || isPrivateSuffix(host);
