import { normalizeContent } from '../content.ts';
import { refanged } from '../url/defang.ts';
import { expressionsOf, urlExpressions } from '../url/expression/expression.ts';

/**
 * The narrowest expression of what one content names: `example.com/` for a site, `example.com/page` for a page of it, whether or not it
 * could be listed apart from its site, `ADDRESS:…` for a wallet address, an account by its platform.
 * @returns null where it names nothing, or more than one thing
 */
export function narrowestExpression(content: string): string | null {
  const asset = normalizeContent(content);
  if (!asset) return null;
  if (asset.type !== 'URL' && asset.type !== 'PAGE') return expressionsOf(asset)[0] ?? null;
  const text = refanged(content.trim()).replace(/^(?:URL|PAGE):/, '');
  const written = urlExpressions(/^https?:/i.test(text) ? text : `http://${text}`)[0];
  return written ?? expressionsOf(asset)[0] ?? null;
}
