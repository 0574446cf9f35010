/** Parameters in which an address names somebody's account or calendar. */
const OF_ANOTHER = /^(?:business|src|cid)=/i;
/** The host of an e-mail address; versions (`package@1.2.3`) are none. */
const MAIL_HOST = '@(?:[\\w-]+\\.)+[a-z][\\w-]+';
const MAIL = new RegExp(`^[^@/]+${MAIL_HOST}$`, 'i');
/** Names of parameters that sign somebody in (RFC 6749, OpenID Connect, and their usual spellings), and values of RFC 7519. */
const SECRET =
  /^(?:(?:access|id|refresh|auth|session|login|sso|reset)[_-]?token|token|jwt|password|passwd|pwd|otp|api[_-]?key)=|=eyJ[\w-]+\.[\w-]+\.[\w-]*$/i;
/** What begins with a path segment that is an e-mail address, unless it names a calendar to book (Microsoft Bookings). */
const FROM_MAIL = /* @__PURE__ */ new RegExp(
  `(?<!/(?:calendar|book|bookwithme/user))/[^/@]+${MAIL_HOST}(?=/|$).*$`,
  'i',
);

/** Characters of the name of a mailbox in a URL. */
const MAILBOX = '[^\\s/?&=#|,;:@]';
/** An e-mail address in a URL. It begins where its name does: looking at each letter of a long word again takes quadratic time. */
const MAIL_IN_URL = /* @__PURE__ */ new RegExp(`(?<!${MAILBOX})${MAILBOX}+${MAIL_HOST}`, 'i');

/**
 * What a URL holds that names its reader or signs them in, and what is taken of it does not: the e-mail address, or the name
 * of the parameter; null for nothing.
 * @param shown the URL without its scheme, with readable escapes
 */
export function personalPart(shown: string, taken: string): string | null {
  const [, rest = ''] = shown.split(/[/?#](.*)/s, 2);
  const [mail] = MAIL_IN_URL.exec(rest) ?? [];
  if (mail !== undefined && !taken.includes(mail)) return mail;
  const secret = rest.split(/[?&#]/).find((pair) => SECRET.test(pair));
  return secret === undefined || taken.includes(secret) ? null : secret.split('=', 1)[0]!;
}

/** Whether a parameter in a canonical form names its reader: an e-mail address is its value, or part of it. */
export const namesReader = (pair: string): boolean =>
  pair.includes('@') && !OF_ANOTHER.test(pair) && pair.split(/[=|,;:]/).some((part) => MAIL.test(part));

/**
 * A canonical form without what names its reader or signs them in: parameters with an e-mail address, a password or a
 * token, and a path from an e-mail address on. A token stays where it is all that names the page.
 */
export function withoutPersonal(canonical: string): string {
  const [place = '', query] = canonical.split(/\?(.*)/s, 2);
  const path = place.includes('@') ? place.replace(FROM_MAIL, '') : place;
  if (query === undefined) return path === place ? canonical : path;
  const pairs = query.split('&').filter((pair) => !namesReader(pair));
  const open = pairs.filter((pair) => !SECRET.test(pair));
  const kept = open.length > 0 || !path.endsWith('/') ? open : pairs;
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}
