import { parse } from 'tldts';
import { normalizeContent } from '../content.ts';
import { isReservedPage } from '../platform/catalogue.ts';
import { refanged } from '../text/word.ts';
import type { Asset } from '../type.ts';
import { ledUrl } from '../url/carrier.ts';
import { linkedSite } from '../url/dns-link.ts';
import { isInternalIp, isIpAddress } from '../url/host/ip.ts';
import { isNeverListedHost } from '../url/host/never-list.ts';
import { pageOf, recognizeUrl } from '../url/recognize-url.ts';
import { isSharedRoute, listedExpression } from './listed-expression.ts';
import { isPublicSuffix } from './public-suffix.ts';
import { isPublishingSite } from './publishing-site.ts';
import { isWellKnownHost, nobodysAddress, wellKnownContract } from './well-known.ts';

/**
 * The asset to list for a content: the one it names, or only the page if a page was entered and its host must not be
 * listed as a whole.
 * @returns null if it names none, or one that is too long
 */
export function listableAsset(content: string): Asset | null {
  const asset = normalizeContent(content);
  if (asset?.type !== 'URL' || listingRefusal(asset) === null) return withinLength(asset);
  return withinLength(pageGiven(content, asset) ?? asset);
}

/** Characters. Nothing longer is listed or reported: one character may become nine in the canonical form. */
export const MAX_CONTENT_LENGTH = 4_096;

/** An asset that may be stored: null for one whose canonical form is too long. */
export const withinLength = (asset: Asset | null): Asset | null =>
  asset === null || asset.content.length > MAX_CONTENT_LENGTH ? null : asset;

/** The page that a content names; null if it names the whole site. */
export function pageGiven(content: string, { content: host }: Asset): Asset | null {
  const text = refanged(content.trim());
  const address = /^https?:/i.test(text) ? text : `http://${text}`;
  const page = ledUrl(address)?.startsWith(`${host}/`) ? pageOf(address) : null;
  return page?.content.endsWith('/') && page.content.indexOf('/') === page.content.length - 1 ? null : page;
}

/** Names that resolve only inside a network, or are reserved for that (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|localdomain|local|home\.arpa|internal|lan|alt|invalid)$/;

/**
 * Why an asset must not be listed. All reasons but `never-listed` are permanent: the asset belongs to someone else, to
 * many people, or to nobody. `never-listed` is a site or contract that many people depend on, such as a bank; an operator
 * can still list it.
 */
export type RefusalReason =
  | 'nobody'
  | 'inside-network'
  | 'shared'
  | 'never-listed'
  | 'public-suffix'
  | 'platform'
  | 'platform-page';

/** Why an asset must not be listed, and the host, page or address that this is about. */
export type Refusal = { readonly reason: RefusalReason; readonly subject: string };

/**
 * Why an asset must not be listed, or null. Refuses what would block more than intended: a public suffix of either
 * section, a shared host, a platform, a host of the never-list, a name or IP address that is not on the public
 * Internet, an address that nobody owns. The front page of a refused host counts as the host.
 *
 * Needs the Public Suffix List, so only the service imports this file; the index does not export it.
 */
export function listingRefusal(asset: Asset): Refusal | null {
  if (asset.type === 'ADDRESS') return addressRefusal(asset.content);
  if (asset.type === 'URL') return hostRefusal(asset.content) ?? wholeRefusal(asset);
  // What a gateway shows by a host's name belongs to the owner of the host.
  const site = asset.type === 'IPFS' ? linkedSite(asset.content) : null;
  if (site !== null) return hostRefusal(site);
  return asset.type === 'PAGE' ? pageRefusal(asset.content) : null;
}

function addressRefusal(content: string): Refusal | null {
  if (nobodysAddress(content) !== undefined) return { reason: 'nobody', subject: content };
  return wellKnownContract(content) === undefined ? null : { reason: 'never-listed', subject: content };
}

function pageRefusal(content: string): Refusal | null {
  const slash = content.indexOf('/');
  const host = slash < 0 ? content : content.slice(0, slash);
  if (isIpAddress(host) || LOCAL_NAMES.test(host) || !host.includes('.')) return hostRefusal(host);
  const path = slash < 0 ? '/' : content.slice(slash);
  if (path === '/') return hostRefusal(host);
  const listed = listedExpression({ type: 'PAGE', content });
  const at = listed.indexOf('/');
  if (isReservedPage(host, path) || isReservedPage(listed.slice(0, at), listed.slice(at)))
    return { reason: 'platform-page', subject: content };
  if (isSharedRoute(listed)) return { reason: 'shared', subject: content };
  if (isSuffixAlone(listed.slice(0, at))) return { reason: 'public-suffix', subject: host };
  return wholeRefusal({ type: 'PAGE', content });
}

/** Suffixes of object stores, on which a path names a bucket too: `s3.pl-waw.scw.cloud`, `storage.yandexcloud.net`. */
const OBJECT_STORE = /(?:^|\.)s3[.-]|object|storage/;

/** Whether a host is a public suffix on which nobody publishes by path. */
const isSuffixAlone = (host: string): boolean =>
  !host.startsWith('www.') && isPublicSuffix(host) && !isPublishingSite(host) && !OBJECT_STORE.test(host);

/**
 * Refusal of the host under which an asset would be listed, if its content names another: the bare name, or the
 * canonical host of a store.
 */
function wholeRefusal(asset: Asset): Refusal | null {
  const listed = listedExpression(asset);
  const isWhole = listed.indexOf('/') === listed.length - 1;
  return isWhole && listed !== `${asset.content}/` ? hostRefusal(listed.slice(0, -1)) : null;
}

function hostRefusal(host: string): Refusal | null {
  if (isIpAddress(host) && isInternalIp(host)) return { reason: 'inside-network', subject: host };
  if (isIpAddress(host) && !isNeverListedHost(host)) return null;
  if (LOCAL_NAMES.test(host) || (!host.includes('.') && !parse(host).isIcann))
    return { reason: 'inside-network', subject: host };
  if (isPublishingSite(host)) return { reason: 'shared', subject: host };
  if (isPublicSuffix(host)) return { reason: 'public-suffix', subject: host };
  if (isNeverListedHost(host) || isWellKnownHost(host)) return { reason: 'never-listed', subject: host };
  if (recognizeUrl(`http://${host}/`)?.type === 'PAGE') return { reason: 'platform', subject: host };
  return null;
}
