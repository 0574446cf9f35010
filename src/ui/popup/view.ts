import { browser } from 'wxt/browser';
import { shownAddress } from '../../protection/warning/address.ts';

/** What the popup shows, and about what. */
export type View =
  | { readonly name: 'main' }
  | { readonly name: 'check' }
  | { readonly name: 'report'; readonly url: string | null }
  | { readonly name: 'dispute'; readonly content: string; readonly fixed: boolean }
  /** `id` names the entry that is shown first. */
  | { readonly name: 'outbox'; readonly id: string | null };

/** A view behind the first one. */
export type LaterViewOf = Exclude<View, { readonly name: 'main' }>;

/** What a part of the first view needs to act on the tab. */
export type TabProps = {
  tabId: number;
  /** The web address that the tab shows, also before the background has said anything about it. */
  url: string | null;
  /** The view that was left: the button that opened it gets the focus. */
  from: View;
  onShow: (view: View) => void;
  onChanged: () => Promise<void>;
};

/** The view requested by the popup's URL, for example `?view=dispute&content=…` from a card on a page. */
export function viewOf(search: string): View {
  const asked = new URLSearchParams(search);
  const content = asked.get('content') ?? '';
  if (asked.get('view') === 'dispute') return { name: 'dispute', content, fixed: false };
  if (asked.get('view') === 'report') return { name: 'report', url: content === '' ? null : content };
  if (asked.get('view') === 'outbox') return { name: 'outbox', id: content === '' ? null : content };
  return { name: 'main' };
}

/** The host of a web address, empty where there is none. */
export const hostOf = (url: string | null): string => (url !== null && URL.canParse(url) ? new URL(url).hostname : '');

/** `url` is the web address that it shows or was stopped from; null where it is not http(s). */
type ShownTab = { readonly id: number; readonly url: string | null; readonly isPrivate: boolean };

/** The tab that the popup is about: the active one, or the one named by `?tab=` if the popup is opened as a tab. */
export async function shownTab(search: string): Promise<ShownTab | null> {
  const named = Number(new URLSearchParams(search).get('tab') ?? Number.NaN);
  const tab = Number.isInteger(named)
    ? await browser.tabs.get(named).catch(() => undefined)
    : (await browser.tabs.query({ active: true, currentWindow: true }))[0];
  if (tab?.id === undefined) return null;
  return { id: tab.id, url: shownAddress(tab.url, `${location.origin}/warning.html`), isPrivate: tab.incognito };
}

/** True where this page is the small window under the extension's button. */
export const isPopup = (): boolean => browser.extension.getViews({ type: 'popup' }).includes(window);
