import { normalizeContent } from '../../../../asset/content.ts';
import { isHostingDomain } from '../../../../asset/listing/hosting-domain.ts';
import { listedExpression } from '../../../../asset/listing/listed-expression.ts';
import type { Asset } from '../../../../asset/type.ts';
import { canonicalUrl } from '../../../../asset/url/canonical-url.ts';
import { expressionsOf, urlExpressions } from '../../../../asset/url/expression/expression.ts';

/** An expression that would decide about a content, and the host whose front page it is, if it is one. */
type Candidate = { readonly expression: string; readonly host: string | null; readonly isHosting: boolean };

/**
 * What a content is, the host of its lookup form where it has one, and every expression under which it may be listed, most specific first;
 * `own` are those that stand for itself.
 */
export type Question = {
  readonly asset: Asset;
  readonly own: ReadonlySet<string>;
  readonly host: string | null;
  readonly candidates: readonly Candidate[];
};

/** The question that a content asks; null when it names no asset. */
export function questionOf(content: string): Question | null {
  const asset = normalizeContent(content);
  if (!asset) return null;
  const url = addressOf(content.trim(), asset);
  const listed = [listedExpression(asset), listedExpression(asset, true)];
  const expressions = url === null ? expressionsOf(asset) : urlExpressions(url);
  const ordered = expressions.includes(listed[0]!) ? expressions : [listed[0]!, ...expressions];
  const host = url === null ? null : expressions[0]!.split('/', 1)[0]!;
  return { asset, host, own: new Set([...listed, `${host}/`]), candidates: ordered.map(candidate) };
}

/** The URL behind a content with its path, with a scheme or without, so that its pages and parents are asked for too; null where it is none. */
function addressOf(text: string, asset: Asset): string | null {
  if (/^https?:/i.test(text)) return canonicalUrl(text) === null ? null : text;
  if (asset.type === 'PAGE') return `http://${asset.content}`;
  if (asset.type !== 'URL') return null;
  const written = `http://${text}`;
  return canonicalUrl(written)?.startsWith(`${asset.content}/`) ? written : `http://${asset.content}`;
}

function candidate(expression: string): Candidate {
  const slash = expression.indexOf('/');
  const host = slash >= 0 && slash === expression.length - 1 ? expression.slice(0, slash) : null;
  return { expression, host, isHosting: host !== null && isHostingDomain(host) };
}
