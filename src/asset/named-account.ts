import { expressionsOf } from './url/expression.ts';
import { urlAssets } from './url/recognize-url.ts';

/**
 * Expressions of all that a URL names besides its page: the account, post or package, the account that owns it, and the
 * content on any IPFS gateway. Page scripts know the accounts of platforms only (account.ts), and ask where there may be
 * more.
 */
export const namedExpressions = (url: string): string[] =>
  urlAssets(url)
    .filter(({ type }) => type !== 'URL' && type !== 'PAGE')
    .flatMap(expressionsOf);
