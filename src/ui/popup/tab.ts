import { browser } from 'wxt/browser';

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
  const hash = tab.url?.indexOf('#') ?? -1;
  const warning = hash >= 0 && tab.url?.startsWith(browser.runtime.getURL('/warning.html'));
  return { id: tab.id, url: (warning ? tab.url?.slice(hash + 1) : tab.url) ?? null };
}

/** True where this page is the small window under the extension's button. */
export const isPopup = (): boolean => browser.extension.getViews({ type: 'popup' }).includes(window);
