import { normalizeContent } from '../content.ts';
import type { Asset } from '../type.ts';
import { canonicalUrl } from '../url/canonical-url.ts';
import { refanged } from '../url/defang.ts';
import { pageOf } from '../url/page-asset.ts';
import { listingRefusal } from './refusal.ts';

/**
 * The asset to list for what a person or a program wrote: what it names, but the page alone where a page was given and its host is one
 * that must not be listed as a whole.
 * @returns null where it names none
 */
export function listableAsset(content: string): Asset | null {
  const asset = normalizeContent(content);
  if (asset?.type !== 'URL' || listingRefusal(asset) === null) return asset;
  return pageGiven(content, asset) ?? asset;
}

/** The page that a content names of a site; null where it names the site alone. */
export function pageGiven(content: string, { content: host }: Asset): Asset | null {
  const text = refanged(content.trim());
  const address = /^https?:/i.test(text) ? text : `http://${text}`;
  const canonical = canonicalUrl(address);
  return canonical?.startsWith(`${host}/`) && canonical.length > host.length + 1 ? pageOf(address) : null;
}
