import { platformAssetOf } from './platform/catalogue.ts';
import { canonicalUrl } from './url/canonical-url.ts';
import { expressionsOf } from './url/expression.ts';

/** Expressions of the account, post or package that a URL names on its platform; empty for any other URL. */
export function accountExpressions(url: string): string[] {
  const canonical = canonicalUrl(url);
  const named = canonical === null ? null : platformAssetOf(canonical, url);
  return named ? expressionsOf(named.asset) : [];
}
