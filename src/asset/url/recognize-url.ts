import { canonicalAddress } from '../address/address.ts';
import { linksOf } from '../platform/catalogue.ts';
import { recognizeScheme } from '../scheme.ts';
import type { Asset, AssetType } from '../type.ts';
import { pageAsset, pageOf } from './page-asset.ts';

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
