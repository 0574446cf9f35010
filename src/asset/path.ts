import { escapePath } from './percent.ts';

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

/**
 * The paths under which a page may be listed, most specific first: with its query, without it, up to three leading directories,
 * and the root (Safe Browsing, "Suffix/prefix expressions").
 * @param path a canonical path with its query
 */
export function pathExpressions(path: string): string[] {
  const mark = path.indexOf('?');
  const exact = mark < 0 ? path : path.slice(0, mark);
  const found = mark < 0 ? [exact] : [path, exact];
  const directories: string[] = [];
  for (let end = 0; end >= 0 && directories.length < 4; end = exact.indexOf('/', end + 1)) {
    directories.push(exact.slice(0, end + 1));
  }
  for (const directory of directories.reverse()) if (directory !== exact) found.push(directory);
  return found;
}
