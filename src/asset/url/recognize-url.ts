import { linksOf, platformsOf } from '../platform/catalogue.ts';
import { matchPlatform } from '../platform/match.ts';
import { placeOf } from '../platform/place.ts';
import { recognizeScheme } from '../scheme.ts';
import type { Asset, AssetType } from '../type.ts';
import { canonicalUrl } from './canonical-url.ts';
import { isSharedHost } from './shared-host.ts';

/**
 * The asset that an address names.
 *
 * - The account, post or package of a platform (platform/): its type and its identifier.
 * - Anything else on a platform's host or below it, and on a shared host: PAGE with the canonical address, so that nobody lists a
 *   whole platform by accident.
 * - Everything else: URL with the bare canonical host.
 * - `mailto:`, `tel:`, `ipfs:`, `ipns:`, `ethereum:` and `tg:` addresses: what they name.
 *
 * A URL keeps its `www.`: the shorter name would cover more than was named, and public lists name thousands of hosts only with it. Of a
 * PAGE it is dropped, because on the platforms that have pages it is the same site, and the shorter name covers the longer one.
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
  const canonical = canonicalUrl(url);
  if (canonical === null) {
    const named = recognizeScheme(url);
    return named ? [named] : [];
  }
  const slash = canonical.indexOf('/');
  const host = canonical.slice(0, slash);
  const platforms = platformsOf(host);
  if (platforms.length > 0) {
    const place = placeOf(canonical.slice(slash), fragmentOf(url));
    for (const platform of platforms) {
      const found = matchPlatform(platform, place);
      if (!found) continue;
      const owner = found.owner === undefined ? null : platformAsset(found.asset.type, found.owner);
      return owner ? [found.asset, owner] : [found.asset];
    }
  }
  const platformsOwn = platforms.some(({ platform, sub }) => sub === '' || !platform.tenants);
  if (platformsOwn || isSharedHost(host)) return [{ type: 'PAGE', content: pageContent(host, canonical) }];
  return [{ type: 'URL', content: host }];
}

function fragmentOf(url: string): string {
  const mark = url.indexOf('#');
  return mark < 0
    ? ''
    : url
        .slice(mark + 1)
        .replace(/[\t\r\n]/g, '')
        .trimEnd();
}

/** A page on its site's shortest host and without the `?` of an empty query. */
function pageContent(host: string, canonical: string): string {
  const rest = canonical.slice(host.length);
  return siteHost(host) + (rest.endsWith('?') ? rest.slice(0, -1) : rest);
}

/** A platform's host without its leading `www.` as long as two labels remain. */
const siteHost = (host: string): string => host.replace(/^(?:www\.(?=[^.]+\.))+/, '');

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
