import { getPublicSuffix } from 'tldts';
import { isInternalIp, isIpAddress } from './ip.ts';
import { isSharedHost } from './shared-host.ts';
import type { Asset } from './type.ts';

/**
 * Why an asset must not be listed, in words for the person who asked; null when it may be.
 * Needs the Public Suffix List, so the service alone imports this file.
 */
export function listingRefusal(asset: Asset): string | null {
  if (asset.type !== 'URL') return null;
  const host = asset.content;
  if (isIpAddress(host)) return isInternalIp(host) ? `${host} is not an address on the public Internet` : null;
  if (!host.includes('.')) return `${host} is a name of a local network`;
  if (isSharedHost(host)) return `${host} is shared by many people: name the page instead`;
  if (getPublicSuffix(host, { allowPrivateDomains: true }) === host)
    return `${host} is a public suffix: everything below it would be blocked`;
  return null;
}
