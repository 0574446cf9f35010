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
 * Where in a canonical path the paths end under which a page may be listed, most specific first: with its query, without it, after up to
 * three leading directories, and after the root (Safe Browsing, "Suffix/prefix expressions"). All of them begin where it begins.
 * @param path a canonical path with its query
 */
export function pathEnds(path: string): number[] {
  const mark = path.indexOf('?');
  const exact = mark < 0 ? path.length : mark;
  const found = mark < 0 ? [exact] : [path.length, exact];
  const directories: number[] = [];
  for (let slash = 0; slash >= 0 && slash < exact && directories.length < 4; slash = path.indexOf('/', slash + 1)) {
    directories.push(slash + 1);
  }
  while (directories.length > 0) {
    const end = directories.pop()!;
    if (end !== exact) found.push(end);
  }
  return found;
}
