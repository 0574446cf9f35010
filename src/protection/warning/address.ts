import type { ScamKind } from '../../api/report/scam-kind.ts';
import { warnedAddress, withoutFragment } from '../../asset/url/asked-address.ts';

/** The web address that a warning is about; null if the tab shows no warning. */
export function stoppedAddress(tabUrl: string, warningPage: string): string | null {
  const url = tabUrl.startsWith(`${warningPage}#`) ? tabUrl.slice(warningPage.length + 1) : '';
  return isWeb(url) ? url : null;
}

/** The web address that a tab shows or was stopped from; null if it is not http(s). */
export function shownAddress(tabUrl: string | undefined, warningPage: string): string | null {
  if (tabUrl === undefined) return null;
  return isWeb(tabUrl) ? tabUrl : stoppedAddress(tabUrl, warningPage);
}

/** Path, inside the extension, of the page with the steps after a scam of this kind. */
export const stepsPath = (kind: ScamKind): string => `/steps.html?kind=${kind}`;

/** True for http and https: the protection never acts on anything else. */
export const isWeb = (url: string): boolean => /^https?:/i.test(url);

/** The web address by which a page or file is judged; that of the page that made it is in its own (File API, section 8.3.1). */
export function webAddress(url: string): string | null {
  const written = url.replace(/^blob:/, '');
  return isWeb(written) ? written : null;
}

/** What became of a file of a stopped site: it may have been saved, or was stopped. */
export const STOPPED_FILES = ['saved', 'stopped'] as const;
export type StoppedFile = (typeof STOPPED_FILES)[number];

let last = { url: '', short: '' };

/**
 * An address, short enough for a message. A page can write two megabytes, which take a third of a second to read, and a
 * navigation asks several times.
 */
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
