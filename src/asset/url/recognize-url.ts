import { canonicalAddress } from '../address/address.ts';
import { linksOf, platformAssetOf, platformsOf } from '../platform/catalogue.ts';
import type { PlatformAsset } from '../platform/match.ts';
import type { PlatformHost } from '../platform/platform.ts';
import { recognizeScheme } from '../scheme.ts';
import type { Asset, AssetType } from '../type.ts';
import { ledUrl } from './carrier.ts';
import { canonicalCid, ipnsContent, keyOf } from './cid.ts';
import { ipnsNameIn } from './dns-link.ts';
import { isNeverListedHost } from './host/never-list.ts';
import { isSharedHost, withoutVersion } from './host/shared-host.ts';
import { withoutPersonal } from './personal.ts';

/**
 * The asset that a URL names, and the accounts that own it, if they are other assets.
 *
 * - An account, post or package of a platform (platform/): its type and identifier. The address on a block explorer is
 *   matched by its shape only, because page scripts run this and the checksums of all families are larger than they
 *   are.
 * - Content on an IPFS gateway, which is recognised by the shape of its URL.
 * - Any other URL on or below a platform's host, on a shared host, of one user of a server of the Fediverse, or below the
 *   root of a host of the never-list: PAGE
 *   with the canonical URL, so that nobody lists a whole platform, bank or file store by accident.
 * - Everything else: URL with the bare canonical host.
 *
 * Behind a translator, a cache, a redirector or a mail gateway, it is what the page names that is shown.
 *
 * A URL keeps its `www.`; the service lists it under the shorter name if both are the same site (`listedExpression`). A
 * PAGE loses it, because on platforms both names are the same site, and the shorter name covers the longer one.
 * @returns null for any other scheme and if there is no host
 */
export function pageAsset(url: string): NamedByUrl | null {
  const canonical = ledUrl(url);
  if (canonical === null) return null;
  const host = canonical.slice(0, canonical.indexOf('/'));
  const platforms = platformsOf(host);
  const found = platformAssetOf(canonical, url, platforms);
  if (found?.content) return { asset: { type: found.type, content: found.content }, owners: ownersOf(found) };
  if (found) return { asset: written(canonical), owners: ownersOf(found) };
  const content = gatewayContent(canonical);
  if (content !== null) return { asset: { type: 'IPFS', content }, owners: [] };
  const platformsOwn = platforms.some(({ platform, sub }) => sub === '' || !platform.tenants);
  const isPage =
    platformsOwn || isSharedHost(host) || isProfile(canonical) || (canonical !== `${host}/` && isNeverListedHost(host));
  return { asset: isPage ? written(canonical) : { type: 'URL', content: host }, owners: linkedNames(canonical) };
}

type NamedByUrl = { readonly asset: Asset; readonly owners: readonly Asset[] };

const ownersOf = ({ type, owners }: PlatformAsset): Asset[] =>
  owners.map((owner) => platformAsset(type, owner)).filter((owner) => owner !== null);

/**
 * The content that any IPFS gateway shows: `CID.ipfs.gateway` and `gateway/ipfs/CID` (IPFS, "Path gateway" and
 * "Subdomain gateway"), or a key of IPNS in their places.
 */
function gatewayContent(canonical: string): string | null {
  const found = /^([a-z0-9]+)\.ipfs\.[^/]+\/|^[^/]+\/ipfs\/([\w=+-]+)(?=[/?]|$)/.exec(canonical);
  if (found) return canonicalCid(found[1] ?? found[2]!);
  const key = keyOf(ipnsNameIn(canonical)?.name ?? '');
  return key && `ipns/${key}`;
}

/**
 * The site that a gateway shows by its name. It may be listed, but on a gateway that nobody knows it is not what the URL
 * names: anyone can write the name of another into the path of an own site.
 */
function linkedNames(canonical: string): Asset[] {
  const found = ipnsNameIn(canonical);
  const content = found && ipnsContent(found.name);
  return content ? [{ type: 'IPFS', content }] : [];
}

/** A page of one user of a server of the Fediverse (Mastodon, "URL schema"), of which anyone may run one. */
const isProfile = (canonical: string): boolean => /^[^/]+\/@[\w.-]+(?:@[\w.-]+|:\w+)?(?:[/?]|$)/.test(canonical);

/** The PAGE of a URL, whatever else it names; null for any other scheme and if there is no host. */
export function pageOf(url: string): Asset | null {
  const canonical = ledUrl(url);
  return canonical === null ? null : written(canonical);
}

/** A page on the shortest host of its site, without an empty query and without what names its reader (personal.ts). */
function written(whole: string): Asset {
  const canonical = withoutPersonal(whole);
  const slash = canonical.indexOf('/');
  const page = canonical.slice(slash).replace(/\?&*$/, '');
  return { type: 'PAGE', content: siteHost(canonical.slice(0, slash)) + page };
}

/**
 * A host without its leading `www.`, unless fewer than two labels would remain; and without the label of a version for
 * phones or for a language where pages of many people are under both names, so that each covers the other.
 */
function siteHost(host: string): string {
  const bare = host.replace(/^(?:www\.(?=[^.]+\.))+/, '');
  const above = withoutVersion(bare);
  if (above === null) return bare;
  const isVersion = ({ platform, host: known, sub }: PlatformHost) =>
    known === above && (sub === '' || platform.neutral?.test(sub) === true);
  return isSharedHost(above) || platformsOf(bare).some(isVersion) ? above : bare;
}

/**
 * The asset that a URL names.
 *
 * - For a web URL, the result of `pageAsset`; a wallet address on a block explorer only with a valid checksum.
 * - For `mailto:`, `tel:`, `ipfs:`, `ipns:`, `tg:` and payment schemes, the asset after the scheme.
 * @returns null for any other scheme and if there is no host
 */
export function recognizeUrl(url: string): Asset | null {
  return urlAssets(url)[0] ?? null;
}

/**
 * The asset that a URL names, followed by the accounts that own it, for example a repository and its owner. If one of
 * them is listed, the URL is listed.
 */
export function urlAssets(url: string): Asset[] {
  const found = pageAsset(url);
  if (found === null) {
    const named = recognizeScheme(url);
    return named ? [named] : [];
  }
  const { asset } = found;
  if (asset.type === 'ADDRESS') {
    const content = canonicalAddress(asset.content);
    return [content === null ? pageOf(url)! : { type: 'ADDRESS', content }];
  }
  return [asset, ...found.owners];
}

/**
 * The asset of a platform from its type and a content in any spelling, converted to canonical form by the platform's
 * rules.
 * @returns null if the content is not of this type
 */
export function platformAsset(type: AssetType, content: string): Asset | null {
  const found = linksOf(type, content)
    .map(recognizeUrl)
    .filter((asset) => asset?.type === type);
  const same = found.find((asset) => asset?.content.toLowerCase() === content.toLowerCase());
  return same ?? found[0] ?? null;
}

/**
 * A URL on which people find an asset: `https://x.com/handle`, `https://etherscan.io/address/0x…`. It is recognised as
 * the same asset.
 * @returns null if there is none, as for e-mail addresses and telephone numbers
 */
export function linkOf(asset: Asset): string | null {
  if (asset.type === 'URL' || asset.type === 'PAGE') return `https://${asset.content}`;
  const back = (link: string) => {
    const found = recognizeUrl(link);
    return found?.type === asset.type && found.content === asset.content;
  };
  return linksOf(asset.type, asset.content).find(back) ?? null;
}
