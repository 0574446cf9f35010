import { platformAssetOf } from './platform/catalogue.ts';
import { canonicalUrl } from './url/canonical-url.ts';
import { expressionsOf } from './url/expression.ts';

/** The expressions of the account, post or package that a web address names by the rules of its platform; none for any other address. */
export function accountExpressions(url: string): string[] {
  const canonical = canonicalUrl(url);
  const named = canonical === null ? null : platformAssetOf(canonical, url);
  return named ? expressionsOf(named.asset) : [];
}
