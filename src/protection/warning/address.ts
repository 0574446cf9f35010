import type { ScamKind } from '../../api/report/scam-kind.ts';

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

/** The host of a web page, by its address; empty for anything else. */
export const webHost = (url = ''): string => (isWeb(url) ? new URL(url).hostname : '');

/** The web address by which a page or file is judged; that of the page that made it is in its own (File API, section 8.3.1). */
export function webAddress(url: string): string | null {
  const written = url.replace(/^blob:/, '');
  return isWeb(written) ? written : null;
}

/** What became of a file of a stopped site: it may have been saved, or was stopped. */
export const STOPPED_FILES = ['saved', 'stopped'] as const;
export type StoppedFile = (typeof STOPPED_FILES)[number];
