import { warnedAddress, withoutFragment } from '../../asset/url/asked-address.ts';

let last = { url: '', short: '' };

/** An address, short enough for a message: two megabytes take a third of a second to read, several times a navigation. */
export function shortAddress(url: string): string {
  if (url !== last.url) last = { url, short: warnedAddress(url) };
  return last.short;
}

/**
 * The address of the warning page about a web address. The web address follows `#` unchanged, as the browser's own
 * rules write it, unless it is too long, and never reaches a server.
 * @param warningPage the extension's own address of `warning.html`
 */
export const warningAddress = (warningPage: string, url: string): string => `${warningPage}#${shortAddress(url)}`;

/**
 * Whether two addresses differ at most in their fragment, which is not part of a request. False if one is missing. One
 * that is too long for a message equals its short form.
 */
export const isSameDocument = (one: string | null | undefined, other: string): boolean =>
  typeof one === 'string' && withoutFragment(shortAddress(one)) === withoutFragment(shortAddress(other));
