import { canonicalUrl } from './canonical-url.ts';
import { parsedUrl } from './host/host.ts';
import { lookupForm } from './lookup-form.ts';

/** Maximum length of an address in a message, in characters. No listed address is nearly as long. */
const MAX_LENGTH = 65_536;

/**
 * The address as sent to the background: without a fragment that names nothing, short enough for a message, and with every expression
 * that may be listed. A longer address is written in canonical form, with the parts that may be listed first, and cut.
 * Query parameters that identify the page come first in the query.
 */
export function askedAddress(url: string): string {
  const asked = withoutFragment(url);
  if (asked.length <= MAX_LENGTH) return asked;
  const origin = parsedUrl(asked)?.origin;
  const canonical = canonicalUrl(asked);
  if (!origin || !canonical) return asked.slice(0, MAX_LENGTH);
  const rest = canonical.slice(canonical.indexOf('/'));
  const naming = lookupForm(canonical).replace(/^[^?]*\??/, '');
  const written = naming === '' ? rest : rest.replace('?', () => `?${naming}&`);
  const address = origin + written;
  return address.length <= MAX_LENGTH ? address : address.slice(0, MAX_LENGTH).replace(/&[^&]*$/, '');
}

/** A URL without its fragment, unless that names the page. */
export const withoutFragment = (url: string): string =>
  url.includes('#') && canonicalUrl(url)?.includes('#') !== true ? url.split('#', 1)[0]! : url;

/**
 * The address as looked up and passed to the warning page. It is unchanged, so that continuing leads to the same place,
 * unless it is too long for a message.
 */
export const warnedAddress = (url: string): string => (url.length <= MAX_LENGTH ? url : askedAddress(url));
