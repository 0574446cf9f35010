import { getPublicSuffix, parse } from 'tldts';
import { isReservedPage } from './platform/catalogue.ts';
import type { Asset } from './type.ts';
import { isInternalIp, isIpAddress } from './url/ip.ts';
import { isNeverListedHost, isNobodysAddress } from './url/never-list.ts';
import { recognizeUrl } from './url/recognize-url.ts';
import { isSharedHost } from './url/shared-host.ts';

/** Names that resolve only inside a network or are kept for such use (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|home\.arpa|internal|lan|alt)$/;

/**
 * Suffixes of the form `*.parent` of which each name below the parent is one tenant's whole site: an ENS name, a canister, a machine.
 * Blocking such a name blocks nobody else.
 */
const TENANT_PARENTS: ReadonlySet<string> = new Set([
  'eth.limo',
  'eth.link',
  'raw.icp0.io',
  'raw.ic0.app',
  'compute-1.amazonaws.com',
]);

/**
 * Why an asset must not be listed, in words for the person who asked for it; null when it may be. Refused is what would block more people
 * than meant: a public suffix of either section, a shared host, a platform, a host of the never-list, a name or an IP address that is
 * not on the public Internet, an address that nobody holds.
 *
 * Needs the Public Suffix List, so the service alone imports this file; the index leaves it out.
 */
export function listingRefusal(asset: Asset): string | null {
  if (asset.type === 'ADDRESS')
    return isNobodysAddress(asset.content)
      ? `${asset.content} belongs to nobody: every page about a chain shows it`
      : null;
  if (asset.type === 'URL') return hostRefusal(asset.content);
  return asset.type === 'PAGE' ? pageRefusal(asset.content) : null;
}

function pageRefusal(content: string): string | null {
  const slash = content.indexOf('/');
  const host = slash < 0 ? content : content.slice(0, slash);
  if (isIpAddress(host) || LOCAL_NAMES.test(host) || !host.includes('.')) return hostRefusal(host);
  const path = slash < 0 ? '/' : content.slice(slash);
  if (path === '/') return hostRefusal(host);
  return isReservedPage(host, path) ? `${content} is a page of the platform itself, not of one of its users` : null;
}

function hostRefusal(host: string): string | null {
  if (isIpAddress(host))
    return isInternalIp(host) ? `${host} is an address inside a network, not on the public Internet` : null;
  if (LOCAL_NAMES.test(host) || (!host.includes('.') && !parse(host).isIcann))
    return `${host} is a name inside a network, not on the public Internet`;
  if (isSharedHost(host)) return `${host} is shared by many people: list the page instead`;
  if (isNeverListedHost(host))
    return `${host} is on the list of hosts that are never blocked as a whole: list the page instead`;
  if (isPublicSuffix(host)) return `${host} is a public suffix: blocking it would block every site below it`;
  if (recognizeUrl(`http://${host}/`)?.type === 'PAGE')
    return `${host} belongs to a platform that many people use: list the page or the account instead`;
  return null;
}

/** `www.` before a suffix is the operator's own front page, not a tenant. */
const isPublicSuffix = (host: string): boolean => {
  const bare = host.replace(/^www\./, '');
  return (
    getPublicSuffix(bare, { allowPrivateDomains: true }) === bare &&
    !TENANT_PARENTS.has(bare.slice(bare.indexOf('.') + 1))
  );
};
