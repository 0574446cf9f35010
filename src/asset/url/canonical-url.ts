import { withNamingFragment } from './fragment.ts';
import { canonicalHost, MAX_HOST_LENGTH, parsedUrl, refusedHost } from './host/host.ts';
import { escapePath } from './percent.ts';

/**
 * A URL whose host and path are already canonical: lower-case ASCII labels, none of them an IDN, the last not beginning
 * with a digit (as IPv4 addresses do), then only characters and escapes that canonicalization keeps. Most URLs are of
 * this kind.
 */
const PLAIN =
  /^https?:\/\/(?!xn--)([a-z0-9-]+(?:\.(?!xn--)[a-z0-9-]+)*)(?::\d{1,5})?(\/(?:[!-"$&-[\]-~]|%(?:20|[89A-F][0-9A-F]))*)?(?:#[!-~]*)?$/;
const PLAIN_HOST_END = /(?:^|\.)[a-z-][a-z0-9-]*$/;

/**
 * The canonical form `host/path?query` of a URL by the Safe Browsing rules, without scheme, user, password and port; and
 * without its fragment, unless that alone names the page (fragment.ts). Every spelling of one URL has the same form.
 * Linear time.
 * @param url an absolute http or https URL in any spelling
 * @returns null if it is not http(s), or has no host that DNS can name
 */
export function canonicalUrl(url: string): string | null {
  const canonical = plainUrl(url) ?? acceptedUrl(url) ?? refusedUrl(url);
  const mark = canonical === null ? -1 : url.indexOf('#');
  return mark < 0 ? canonical : withNamingFragment(canonical!, url.slice(mark + 1));
}

function plainUrl(url: string): string | null {
  const found = PLAIN.exec(url);
  if (!found || found[1]!.length > MAX_HOST_LENGTH || !PLAIN_HOST_END.test(found[1]!)) return null;
  const path = found[2];
  return found[1]! + (path === undefined ? '/' : canonicalPath(path));
}

function acceptedUrl(url: string): string | null {
  const mark = url.indexOf('#');
  // Keeps the `#`, before which a space belongs to the path, and drops the fragment, which may be long.
  const parsed = parsedUrl(mark < 0 ? url : url.slice(0, mark + 1));
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return null;
  const host = canonicalHost(parsed.hostname);
  if (host === null) return null;
  const emptyQuery = parsed.search === '' && /\?#?$/.test(parsed.href) ? '?' : '';
  return host + canonicalPath(parsed.pathname + parsed.search + emptyQuery);
}

/** The same for URLs that the URL parser refuses but links and lists contain, for example `http://a%23b.example/`. */
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
 * The canonical form of a path with its query: uniform escapes, `.` and `..` resolved, runs of slashes collapsed. The
 * query keeps its slashes, and an empty query keeps its `?` (Safe Browsing, "Canonicalization"). A backslash in the
 * path counts as a slash, as in browsers (WHATWG URL, "path state").
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
