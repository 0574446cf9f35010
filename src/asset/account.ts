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
  const { asset, owner } = named;
  const owners = owner === undefined ? [] : [owner, owner.toLowerCase()];
  return [asset.content, ...owners].map((content) => `${asset.type}:${content}`);
}
