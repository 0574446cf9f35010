import type { Asset } from '../../type.ts';
import { canonicalUrl } from '../canonical-url.ts';
import { hostStarts } from '../host/host.ts';
import { lookupForm } from './lookup-form.ts';
import { pathEnds } from './path.ts';

/** Expressions of one address: what its check may cost. */
const MAX_EXPRESSIONS = 30;

/**
 * Every expression under which the list may hold an address, by version 2 of the rules: hosts × paths of its lookup form, most specific
 * first, at most 30, distinct. No Public Suffix List takes part: its updates would make client and service disagree.
 * @returns an empty array for an address that is not http(s)
 */
export function urlExpressions(url: string): string[] {
  const canonical = canonicalUrl(url);
  return canonical === null ? [] : canonicalExpressions(canonical);
}

/** {@link urlExpressions} of an address in its canonical form. */
export function canonicalExpressions(canonical: string): string[] {
  const form = lookupForm(canonical);
  return expressionParts(form).map(([from, to]) => form.slice(from, to));
}

/** Where in a lookup form each of its expressions stands: a host's end and a path's beginning meet there anyway. */
export function expressionParts(form: string): [from: number, to: number][] {
  const slash = form.indexOf('/');
  const starts = hostStarts(form.slice(0, slash));
  const ends = pathEnds(form.slice(slash), Math.floor(MAX_EXPRESSIONS / starts.length));
  const parts: [number, number][] = [];
  for (const start of starts) for (const end of ends) parts.push([start, slash + end]);
  return parts;
}

/**
 * Every expression under which the list may hold an asset: those of its address, or `TYPE:content` for what is no web address.
 *
 * An EVM address has the one bare form `ADDRESS:0x…` and none with a chain: the same key answers for it on every chain, scam contracts
 * are deployed at one address on many chains, and the text of a page seldom says which chain it means.
 * @param asset with canonical content, as the recognition functions return it
 */
export function expressionsOf({ type, content }: Asset): string[] {
  if (type === 'URL') return canonicalExpressions(`${content}/`);
  return type === 'PAGE' ? canonicalExpressions(content) : [`${type}:${content}`];
}
