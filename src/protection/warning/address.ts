import type { ScamKind } from '../../api/report/scam-kind.ts';

/**
 * The address of the warning page about a web address. The web address follows `#` unchanged, as the browser's own
 * rules write it, and never reaches a server.
 * @param warningPage the extension's own address of `warning.html`
 */
export const warningAddress = (warningPage: string, url: string): string => `${warningPage}#${url}`;

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

/** Whether two addresses differ at most in their fragment, which is not part of a request. False if one is missing. */
export const isSameDocument = (one: string | null | undefined, other: string): boolean =>
  typeof one === 'string' && withoutFragment(one) === withoutFragment(other);

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;
