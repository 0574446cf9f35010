import type { Asset } from '../type.ts';
import { canonicalUrl } from './canonical-url.ts';
import { hostStarts } from './host.ts';
import { pathEnds } from './path.ts';

/**
 * Every expression under which the list may hold an address: hosts × paths, most specific first, at most 30, distinct
 * (Safe Browsing, "Suffix/prefix expressions"). No Public Suffix List takes part: its updates would make client and service disagree.
 * @returns an empty array for an address that is not http(s)
 */
export function urlExpressions(url: string): string[] {
  const canonical = canonicalUrl(url);
  return canonical === null ? [] : canonicalExpressions(canonical);
}

/** {@link urlExpressions} of an address in its canonical form. */
export const canonicalExpressions = (canonical: string): string[] =>
  expressionParts(canonical).map(([from, to]) => canonical.slice(from, to));

/** Where in a canonical form each of its expressions stands: a host's end and a path's beginning meet there anyway. */
export function expressionParts(canonical: string): [from: number, to: number][] {
  const slash = canonical.indexOf('/');
  const ends = pathEnds(canonical.slice(slash));
  const parts: [number, number][] = [];
  for (const start of hostStarts(canonical.slice(0, slash))) for (const end of ends) parts.push([start, slash + end]);
  return parts;
}

/**
 * The expressions that the list holds when it holds this asset: `host/` for a URL, `host/path[?query]` for a page, `TYPE:content` for
 * everything else.
 *
 * An EVM address has the one bare form `ADDRESS:0x…` and none with a chain: the same key answers for it on every chain, scam contracts
 * are deployed at one address on many chains, and the text of a page seldom says which chain it means.
 * @param asset with canonical content, as the recognition functions return it
 */
export function expressionsOf(asset: Asset): string[] {
  if (asset.type === 'URL') return [`${asset.content}/`];
  if (asset.type === 'PAGE') return [asset.content];
  return [`${asset.type}:${asset.content}`];
}
