import { browser } from 'wxt/browser';
import { shownAddress } from '../../protection/address.ts';

/** `url` is the web address that it shows or was stopped from; null where it is not http(s). */
export type ShownTab = { readonly id: number; readonly url: string | null };

/**
 * The tab that the popup speaks about: the one in front of it, or the one that `?tab=` names where the popup stands in a
 * tab of its own (browsers without popups, a window that a person keeps open).
 */
export async function shownTab(search: string): Promise<ShownTab | null> {
  const named = Number(new URLSearchParams(search).get('tab') ?? Number.NaN);
  const tab = Number.isInteger(named)
    ? await browser.tabs.get(named).catch(() => undefined)
    : (await browser.tabs.query({ active: true, currentWindow: true }))[0];
  if (tab?.id === undefined) return null;
  return { id: tab.id, url: shownAddress(tab.url, `${location.origin}/warning.html`) };
}

/** True where this page is the small window under the extension's button. */
export const isPopup = (): boolean => browser.extension.getViews({ type: 'popup' }).includes(window);
