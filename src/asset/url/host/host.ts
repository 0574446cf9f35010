import { escapedText, unescapedBytes } from '../percent.ts';
import { dottedDecimal, isIpAddress, wrappedIpv4 } from './ip.ts';

/** Characters that end a host or change its meaning; inside a host they must be escaped. */
const DELIMITERS = '/\\?@:[]';
const DELIMITER = /[/\\?@:[\]#]/;

/** Characters of the longest host that DNS can name (RFC 1035, section 2.3.4). */
export const MAX_HOST_LENGTH = 253;
/** Of a host in another script, of which the parser leaves characters out and joins others. */
const MAX_WRITTEN_LENGTH = 4 * MAX_HOST_LENGTH;

/**
 * The canonical form of a host from the URL parser: no leading or trailing dots, runs of dots collapsed, IPv4 addresses
 * in dotted decimal, IPv6 addresses that wrap an IPv4 address as that address.
 * @param hostname as in `URL.hostname`: lower case, ASCII
 * @returns null if nothing is left, or more than DNS can name
 */
export function canonicalHost(hostname: string): string | null {
  if (hostname.startsWith('[')) return wrappedIpv4(hostname) ?? hostname;
  const host = plainDots(hostname);
  if (host === '' || host.length > MAX_HOST_LENGTH) return null;
  return dottedDecimal(host) ?? host;
}

/**
 * The canonical form of a host that the URL parser refuses: fully unescaped and parsed again. If it is still refused,
 * it is converted to lower case and escaped, so that it has a single spelling.
 * @param written the host without user, password and port
 * @returns null for an empty host, a longer one than DNS can name, and a malformed IPv6 address
 */
export function refusedHost(written: string): string | null {
  const bytes = unescapedBytes(written);
  const text = plainDots(decoded(bytes) ?? '');
  const isLiteral = text.startsWith('[');
  if (isLiteral ? /^\[[0-9a-f:.]+\]$/i.test(text) : text !== '' && !DELIMITER.test(text)) {
    const hostname = parsedUrl(`http://${text}/`)?.hostname;
    if (hostname !== undefined) return canonicalHost(hostname);
  }
  return isLiteral ? null : canonicalHost(escapedText(lowerCased(bytes), DELIMITERS));
}

/**
 * The hosts under which a host may be listed, most specific first: itself, and up to four formed from its last five
 * labels by removing the leading one each time, with at least two labels. For an IP address: only itself.
 * @param host a canonical host
 */
export const hostExpressions = (host: string): string[] => hostStarts(host).map((start) => host.slice(start));

/** Start of each of {@link hostExpressions} in a canonical host; each extends to its end. */
export function hostStarts(host: string): number[] {
  const found = [0];
  if (isIpAddress(host)) return found;
  const suffixes: number[] = [];
  let dot = host.lastIndexOf('.');
  for (let labels = 2; labels <= 5 && dot > 0; labels += 1) {
    dot = host.lastIndexOf('.', dot - 1);
    if (dot >= 0) suffixes.push(dot + 1);
  }
  while (suffixes.length > 0) found.push(suffixes.pop()!);
  return found;
}

function plainDots(host: string): string {
  if (!host.includes('..') && !host.startsWith('.') && !host.endsWith('.')) return host;
  return host
    .split('.')
    .filter((label) => label !== '')
    .join('.');
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const lowerCased = (bytes: Uint8Array): Uint8Array =>
  bytes.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));

/**
 * Parses a URL with the WHATWG URL parser; null if it refuses, or would take quadratic time for a host in another script that
 * names nothing. (`URL.parse` is missing in the oldest supported Chrome.)
 */
export function parsedUrl(url: string, base?: string): URL | null {
  // Blanks and line ends between the slashes count as little as to the parser.
  const [, authority = ''] = /^(?:[^:/?#]*:)?[\0- /\\]*([^/\\?#]*)/.exec(url) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host.length > MAX_WRITTEN_LENGTH && /[^\0-\x7f]/.test(host)) return null;
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}

/** The last two labels of the host that ends at an index of a text, or the whole host if it has fewer. */
export const siteOf = (text: string, end: number): string =>
  text.slice(text.lastIndexOf('.', text.lastIndexOf('.', end - 1) - 1) + 1, end);
