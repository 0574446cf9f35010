import { expressionsOf } from './url/expression.ts';
import { pageAsset } from './url/page-asset.ts';

/** The expressions of the account, post or package that a web address names by the rules of its platform; none for any other address. */
export function accountExpressions(url: string): string[] {
  const named = pageAsset(url)?.asset;
  return named && named.type !== 'URL' && named.type !== 'PAGE' ? expressionsOf(named) : [];
}
