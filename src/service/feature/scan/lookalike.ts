import type { Asset } from '../../../asset/index.ts';
import type { ImitatedBrand } from '../../../lookalike/brand.ts';
import { type LookalikeHost, lookalikeOf } from '../../../lookalike/lookalike.ts';

/** The name of a site, an account or an e-mail address as a host, for what compares hosts; null for an asset without a name. */
export function hostNaming({ type, content }: Asset): string | null {
  if (type === 'ADDRESS' || type === 'PHONE_NUMBER' || type === 'IPFS') return null;
  if (type === 'EMAIL') return content.slice(content.lastIndexOf('@') + 1);
  if (type === 'URL' || type === 'PAGE') return content.split('/', 1)[0]!;
  return `${content.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')}.account`;
}

/** The brand that an asset imitates by its name, as the extension judges hosts; null where it imitates none. */
export function lookalikeIn(asset: Asset, brands: readonly ImitatedBrand[]): LookalikeHost | null {
  const host = hostNaming(asset);
  return host === null ? null : lookalikeOf(host, brands);
}
