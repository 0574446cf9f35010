import { prefixesOfParts } from '../hash.ts';
import type { Asset } from '../type.ts';
import { canonicalUrl } from './canonical-url.ts';
import { ensSite } from './dns-link.ts';
import { hostStarts } from './host/host.ts';
import { lookupForm } from './lookup-form.ts';

/** Maximum number of expressions of one URL, which bounds the cost of its check. */
const MAX_EXPRESSIONS = 30;

/**
 * Every expression under which the list may hold a URL (version 2 of the rules): hosts × paths of its lookup form, most
 * specific first, at most 30, distinct. Does not use the Public Suffix List, because an update of it would make client
 * and service disagree.
 * @returns an empty array for a URL that is not http(s)
 */
export function urlExpressions(url: string): string[] {
  const canonical = canonicalUrl(url);
  return canonical === null ? [] : canonicalExpressions(canonical);
}

/** {@link urlExpressions} of a URL in canonical form. */
export function canonicalExpressions(canonical: string): string[] {
  const form = lookupForm(canonical);
  const { starts, ends } = partsOf(form);
  return starts.flatMap((start) => ends.map((end) => form.slice(start, end)));
}

/**
 * Prefixes of the expressions of a canonical form, in the same order. Enough to check a URL that is not listed.
 * @throws TypeError for a form that is not ASCII and therefore not canonical
 */
export function canonicalPrefixes(canonical: string): number[] {
  const form = lookupForm(canonical);
  const { starts, ends } = partsOf(form);
  return prefixesOfParts(form, starts, ends);
}

/**
 * Start of each host and end of each path in a lookup form. An expression is the text between any start and any end.
 */
function partsOf(form: string): { readonly starts: readonly number[]; readonly ends: readonly number[] } {
  const slash = form.indexOf('/');
  const starts = hostStarts(form.slice(0, slash));
  return { starts, ends: pathEnds(form, slash, Math.floor(MAX_EXPRESSIONS / starts.length)) };
}

/**
 * Minimum number of path prefixes, besides the path with query, the path and the root, for a host with the maximum
 * number of suffixes.
 */
const MIN_PREFIXES = 3;

/**
 * Ends of the paths under which a page may be listed, most specific first: with the naming query, without it, after
 * each of its first segments, and after the root. Only the root ends with a slash.
 * @param slash start of the path
 * @param most maximum number of ends; three prefixes are always included
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
 * Every expression under which the list may hold an asset: those of its URL, or of the site of a name of ENS, or
 * `TYPE:content` for other types.
 *
 * An EVM address has only the bare form `ADDRESS:0x…` without a chain: the same key controls it on every chain, scam
 * contracts are deployed at one address on many chains, and pages seldom say which chain they mean.
 * @param asset with canonical content, as the recognition functions return it
 */
export function expressionsOf(asset: Asset): string[] {
  const { type, content } = asset;
  const site = wholeSite(asset);
  if (site !== null) return canonicalExpressions(`${site}/`);
  return type === 'PAGE' ? canonicalExpressions(content) : [`${type}:${content}`];
}

/** The host that an asset lists as a whole: a site, also one of ENS by its name at gateways of IPFS; null for any other asset. */
export const wholeSite = ({ type, content }: Asset): string | null =>
  type === 'URL' ? content : type === 'IPFS' ? ensSite(content) : null;
