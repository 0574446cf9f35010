import { escapePath } from '../percent.ts';

/**
 * The canonical form of a path with its query: one spelling of escapes, `.` and `..` resolved, runs of slashes collapsed.
 * The query keeps its slashes, and an empty query keeps its `?` (Safe Browsing, "Canonicalization"). A backslash in the path is a
 * slash, as every browser reads it (WHATWG URL, "path state").
 * @param rest what follows the host, for example `/a//b/../c?d=e`; may be empty
 */
export function canonicalPath(rest: string): string {
  const text = escapePath(rest);
  const mark = text.indexOf('?');
  return mark < 0 ? resolvedPath(text) : resolvedPath(text.slice(0, mark)) + text.slice(mark);
}

const UNRESOLVED = /\\|\/\/|\/\.|^[^/]|^$/;

function resolvedPath(path: string): string {
  if (!UNRESOLVED.test(path)) return path;
  const segments = path.replaceAll('\\', '/').replace(/^\//, '').split('/');
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  const last = segments.at(-1);
  const directory = last === '' || last === '.' || last === '..';
  const names = kept.filter((segment) => segment !== '');
  return `/${names.join('/')}${directory && names.length > 0 ? '/' : ''}`;
}

/** Paths of an address beside its query, its exact path and the root, where its host has as many names as it can have. */
const MIN_PREFIXES = 3;

/**
 * Where in the path of a lookup form the paths end under which a page may be listed, most specific first: with the query that names it,
 * without it, after each of its first segments, and after the root. All of them begin where it begins; none but the root ends in a slash.
 * @param path path and query of a lookup form
 * @param most how many there may be; three prefixes are among them in any case
 */
export function pathEnds(path: string, most: number): number[] {
  const mark = path.indexOf('?');
  const exact = mark < 0 ? path.length : mark;
  const found = mark < 0 ? [exact] : [path.length, exact];
  if (exact === 1) return found;
  const prefixes: number[] = [];
  const wanted = Math.max(MIN_PREFIXES, most - found.length - 1);
  for (let slash = path.indexOf('/', 1); slash > 0 && slash < exact && prefixes.length < wanted; ) {
    prefixes.push(slash);
    slash = path.indexOf('/', slash + 1);
  }
  while (prefixes.length > 0) found.push(prefixes.pop()!);
  found.push(1);
  return found;
}
