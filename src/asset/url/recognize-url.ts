import { canonicalAddress } from '../address/address.ts';
import { linksOf, platformAssetOf, platformsOf } from '../platform/catalogue.ts';
import type { PlatformAsset } from '../platform/match.ts';
import { recognizeScheme } from '../scheme.ts';
import type { Asset, AssetType } from '../type.ts';
import { canonicalUrl } from './canonical-url.ts';
import { canonicalCid } from './cid.ts';
import { isNeverListedHost } from './host/never-list.ts';
import { isSharedHost } from './host/shared-host.ts';

/**
 * The asset that a web address names, and the content of the account that answers for it where that is another.
 *
 * - The account, post or package of a platform (platform/): its type and its identifier. A wallet address on a block explorer has its
 *   shape and no more: scripts in pages run this, and the checks of all families are larger than they are.
 * - The content of IPFS that a gateway shows, known by its shape.
 * - Anything else on a platform's host or below it, on a shared host, and below the root of a host of the never-list: PAGE with the
 *   canonical address, so that nobody lists a whole platform, a bank or a file store by accident.
 * - Everything else: URL with the bare canonical host.
 *
 * A URL keeps its `www.`: where it is one with the shorter name, the service lists it so (`listedExpression`). Of a
 * PAGE it is dropped, because on the platforms that have pages it is the same site, and the shorter name covers the longer one.
 * @returns null for any other scheme and where there is no host
 */
export function pageAsset(url: string): PlatformAsset | null {
  const canonical = canonicalUrl(url);
  if (canonical === null) return null;
  const host = canonical.slice(0, canonical.indexOf('/'));
  const platforms = platformsOf(host);
  const found = platformAssetOf(canonical, url, platforms);
  if (found) return found;
  const cid = gatewayCid(canonical);
  if (cid !== null) return { asset: { type: 'IPFS', content: cid }, owner: undefined };
  const platformsOwn = platforms.some(({ platform, sub }) => sub === '' || !platform.tenants);
  const isPage = platformsOwn || isSharedHost(host) || (canonical !== `${host}/` && isNeverListedHost(host));
  return { asset: isPage ? written(canonical) : { type: 'URL', content: host }, owner: undefined };
}

/** What a gateway to IPFS shows, whose ever it is: `CID.ipfs.gateway` and `gateway/ipfs/CID` (IPFS, "Path gateway" and "Subdomain gateway"). */
function gatewayCid(canonical: string): string | null {
  const found = /^([a-z0-9]+)\.ipfs\.[^/]+\/|^[^/]+\/ipfs\/([\w=+-]+)(?=[/?]|$)/.exec(canonical);
  return found && canonicalCid(found[1] ?? found[2]!);
}

/** The PAGE of a web address, whatever else it may name; null for any other scheme and where there is no host. */
export function pageOf(url: string): Asset | null {
  const canonical = canonicalUrl(url);
  return canonical === null ? null : written(canonical);
}

/** A page on its site's shortest host and without the `?` of an empty query. */
function written(canonical: string): Asset {
  const slash = canonical.indexOf('/');
  const rest = canonical.slice(slash);
  return {
    type: 'PAGE',
    content: siteHost(canonical.slice(0, slash)) + (rest.endsWith('?') ? rest.slice(0, -1) : rest),
  };
}

/** A platform's host without its leading `www.` as long as two labels remain. */
const siteHost = (host: string): string => host.replace(/^(?:www\.(?=[^.]+\.))+/, '');

/**
 * The asset that an address names.
 *
 * - What `pageAsset` says of a web address; a wallet address on a block explorer only where its checksum is right.
 * - `mailto:`, `tel:`, `ipfs:`, `ipns:`, `tg:` and payment addresses: what they name.
 * @returns null for any other scheme and where there is no host
 */
export function recognizeUrl(url: string): Asset | null {
  return urlAssets(url)[0] ?? null;
}

/**
 * Every asset that answers for an address: the one it names and then the account that it belongs to, for example a repository and its
 * owner. What is listed of them is listed for the address.
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
  const owner = found.owner === undefined ? null : platformAsset(asset.type, found.owner);
  return owner ? [asset, owner] : [asset];
}

/**
 * The asset of a platform from its type and its content as somebody wrote it, brought to canonical form by the platform's own rules.
 * @returns null where the content is none of this type
 */
export function platformAsset(type: AssetType, content: string): Asset | null {
  const found = linksOf(type, content)
    .map(recognizeUrl)
    .filter((asset) => asset?.type === type);
  const same = found.find((asset) => asset?.content.toLowerCase() === content.toLowerCase());
  return same ?? found[0] ?? null;
}

/**
 * An address at which people find an asset: `https://x.com/handle`, `https://etherscan.io/address/0x…`. It leads back to the same asset.
 * @returns null where there is none: for e-mail addresses and telephone numbers
 */
export function linkOf(asset: Asset): string | null {
  if (asset.type === 'URL' || asset.type === 'PAGE') return `https://${asset.content}`;
  const back = (link: string) => {
    const found = recognizeUrl(link);
    return found?.type === asset.type && found.content === asset.content;
  };
  return linksOf(asset.type, asset.content).find(back) ?? null;
}
