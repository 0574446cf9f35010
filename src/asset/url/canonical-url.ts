import { canonicalHost, parsedUrl, refusedHost } from './host/host.ts';
import { escapePath } from './percent.ts';

/**
 * An address that is canonical already but for its scheme, port and fragment: lower-case ASCII labels of which the last does not
 * begin with a digit (no IPv4 address ends so) and none is an IDN, then characters that need no escape and escapes that stay.
 * Most addresses are of this kind.
 */
const PLAIN =
  /^https?:\/\/(?!xn--)([a-z0-9-]+(?:\.(?!xn--)[a-z0-9-]+)*)(?::\d{1,5})?(\/(?:[!-"$&-[\]-~]|%(?:20|[89A-F][0-9A-F]))*)?(?:#[!-~]*)?$/;
const PLAIN_HOST_END = /(?:^|\.)[a-z-][a-z0-9-]*$/;

/**
 * The canonical form of an address, `host/path?query`, by the Safe Browsing rules; scheme, user, password, port and fragment are
 * dropped. The same for every spelling of one address. Takes time linear in the length.
 * @param url an absolute http or https address, however it is spelled
 * @returns null when it is not http(s) or has no host
 */
export function canonicalUrl(url: string): string | null {
  return plainUrl(url) ?? acceptedUrl(url) ?? refusedUrl(url);
}

function plainUrl(url: string): string | null {
  const found = PLAIN.exec(url);
  if (!found || !PLAIN_HOST_END.test(found[1]!)) return null;
  const path = found[2];
  return found[1]! + (path === undefined ? '/' : canonicalPath(path));
}

function acceptedUrl(url: string): string | null {
  const mark = url.indexOf('#');
  // With its `#`, before which a space belongs to the path; without what follows, which may be long.
  const parsed = parsedUrl(mark < 0 ? url : url.slice(0, mark + 1));
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return null;
  const host = canonicalHost(parsed.hostname);
  if (host === null) return null;
  const emptyQuery = parsed.search === '' && /\?#?$/.test(parsed.href) ? '?' : '';
  return host + canonicalPath(parsed.pathname + parsed.search + emptyQuery);
}

/** The same for addresses that the URL parser refuses and a link or a list may still hold, for example `http://a%23b.example/`. */
function refusedUrl(url: string): string | null {
  const text = url.replace(/[\t\r\n]/g, '').replace(/^[\0- ]+/, '');
  const scheme = /^https?:[/\\]*/i.exec(text);
  if (!scheme) return null;
  const [rest = ''] = text.slice(scheme[0].length).split('#', 1);
  const end = rest.search(/[/\\?]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  const written = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  const host = refusedHost(written);
  return host === null ? null : host + canonicalPath((end < 0 ? '' : rest.slice(end)).replace(/[\0- ]+$/, ''));
}

/**
 * The canonical form of a path with its query: one spelling of escapes, `.` and `..` resolved, runs of slashes collapsed.
 * The query keeps its slashes, and an empty query keeps its `?` (Safe Browsing, "Canonicalization"). A backslash in the path is a
 * slash, as every browser reads it (WHATWG URL, "path state").
 * @param rest what follows the host, for example `/a//b/../c?d=e`; may be empty
 */
function canonicalPath(rest: string): string {
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
