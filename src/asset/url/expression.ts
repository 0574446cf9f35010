import { prefixesOfParts } from '../hash.ts';
import type { Asset } from '../type.ts';
import { canonicalUrl } from './canonical-url.ts';
import { hostStarts } from './host/host.ts';
import { lookupForm } from './lookup-form.ts';

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
  const { starts, ends } = partsOf(form);
  return starts.flatMap((start) => ends.map((end) => form.slice(start, end)));
}

/**
 * The prefixes of the expressions of a canonical form, in their order: all that the check of an address needs which is not listed.
 * @throws TypeError for a form that is not ASCII, and so not canonical
 */
export function canonicalPrefixes(canonical: string): number[] {
  const form = lookupForm(canonical);
  const { starts, ends } = partsOf(form);
  return prefixesOfParts(form, starts, ends);
}

/**
 * Where in a lookup form the hosts of its expressions begin and their paths end: a host's end and a path's beginning meet there anyway.
 * Every host goes with every path.
 */
function partsOf(form: string): { readonly starts: readonly number[]; readonly ends: readonly number[] } {
  const slash = form.indexOf('/');
  const starts = hostStarts(form.slice(0, slash));
  return { starts, ends: pathEnds(form, slash, Math.floor(MAX_EXPRESSIONS / starts.length)) };
}

/** Paths of an address beside its query, its exact path and the root, where its host has as many names as it can have. */
const MIN_PREFIXES = 3;

/**
 * Where in a lookup form the paths end under which a page may be listed, most specific first: with the query that names it, without it,
 * after each of its first segments, and after the root. None but the root ends in a slash.
 * @param slash where the path begins
 * @param most how many there may be; three prefixes are among them in any case
 */
function pathEnds(form: string, slash: number, most: number): number[] {
  const mark = form.indexOf('?', slash);
  const exact = mark < 0 ? form.length : mark;
  const found = mark < 0 ? [exact] : [form.length, exact];
  if (exact === slash + 1) return found;
  const prefixes: number[] = [];
  const wanted = Math.max(MIN_PREFIXES, most - found.length - 1);
  for (let end = form.indexOf('/', slash + 1); end > 0 && end < exact && prefixes.length < wanted; ) {
    prefixes.push(end);
    end = form.indexOf('/', end + 1);
  }
  while (prefixes.length > 0) found.push(prefixes.pop()!);
  found.push(slash + 1);
  return found;
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
