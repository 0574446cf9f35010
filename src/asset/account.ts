import { platformAssetOf } from './platform/catalogue.ts';
import { shownUrl } from './url/shown-page.ts';

/**
 * Expressions of the account, post or package that a URL names on its platform, and of the account that owns it; empty
 * for any other URL. Few platforms distinguish letter case, so an owner is asked about in both forms. Behind a
 * translator or a cache, those of the page that is shown.
 */
export function accountExpressions(url: string): string[] {
  const canonical = shownUrl(url);
  const named = canonical === null ? null : platformAssetOf(canonical, url);
  if (!named) return [];
  const { type, content, owners } = named;
  const contents = [...(content === null ? [] : [content]), ...owners.flatMap((owner) => [owner, owner.toLowerCase()])];
  return contents.map((one) => `${type}:${one}`);
}
