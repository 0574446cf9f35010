import { getPublicSuffix, parse } from 'tldts';
import { isPublishingSite } from './publishing-site.ts';

/** Cloud regions in host names: `us-east-1`, `europe-west4`, `eu-3`. */
const REGION =
  /^(?:us|eu|ap|ca|sa|me|af|il|mx|cn|in|uk|au|asia|europe|northamerica|southamerica|australia|africa)(?:-gov)?(?:-[a-z]+)?-?\d{1,2}$/;

/** Suffixes of the form `*.parent` whose operator uses short region codes (`uc.gateway.dev`, `ams3.…`). */
const BY_CODE: ReadonlySet<string> = new Set([
  'gateway.dev',
  'r.appspot.com',
  'run.app',
  'mtls.run.app',
  'digitaloceanspaces.com',
  'vultrobjects.com',
]);
const CODE = /^[a-z]{1,3}\d{0,2}$/;

/**
 * Suffixes of the form `*.parent` whose labels below the parent are regions or clusters that {@link REGION} does not
 * match.
 */
const OPERATORS_OWN: ReadonlySet<string> = new Set([
  'azurecontainer.io',
  'nodebalancer.linode.com',
  'alces.network',
  'replit.dev',
  'snowflake.app',
]);

/**
 * Whether a canonical host is a public suffix of either section, that is, whether different people have sites below it.
 * `www.` before a suffix is the operator's own front page.
 *
 * Below a `*.parent` rule of the private section, a name is one tenant's whole site, not a suffix (`evil.localto.net`,
 * `name.beget.app`, an ENS name, a canister, a machine), unless it is a region or a cluster of the operator.
 */
export function isPublicSuffix(host: string): boolean {
  const bare = host.replace(/^www\./, '');
  return suffixOf(bare) === bare && !isTenant(bare);
}

/** Whether different people have sites below a host according to the private section of the Public Suffix List. */
export const isPrivateSuffix = (host: string): boolean =>
  parse(host, { allowPrivateDomains: true }).isPrivate === true && suffixOf(host) === host && !isTenant(host);

const suffixOf = (host: string): string | null => getPublicSuffix(host, { allowPrivateDomains: true });

/** Whether only the wildcard of a private rule makes this a suffix, and its label is not one of the operator's. */
function isTenant(suffix: string): boolean {
  const dot = suffix.indexOf('.');
  const [label, parent] = [suffix.slice(0, dot), suffix.slice(dot + 1)];
  if (dot < 0 || REGION.test(label) || OPERATORS_OWN.has(parent) || (BY_CODE.has(parent) && CODE.test(label)))
    return false;
  // A name that no rule contains is a suffix only if a wildcard matches it.
  const made = parse(`no-rule-names-this.${parent}`, { allowPrivateDomains: true });
  return made.isPrivate === true && made.publicSuffix === `no-rule-names-this.${parent}`;
}

/**
 * Whether different people have sites or pages below a host: shared hosts, and the private section of the Public Suffix
 * List.
 */
export const isHostingDomain = (host: string): boolean => isPublishingSite(host) || isPrivateSuffix(host);
