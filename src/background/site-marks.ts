import { browser } from 'wxt/browser';
import { isWeb } from '../protection/address.ts';
import type { MutedSites } from '../protection/notice/muted-sites.ts';

/** A tab, as the browser says who it is and what it shows. */
type Tab = { readonly id?: number | undefined; readonly url?: string | undefined };

/** Marks of addresses, site by site: a person may want none on one. */
export class SiteMarks {
  /** The sites without marks. */
  readonly unmarked: MutedSites;

  constructor(unmarked: MutedSites) {
    this.unmarked = unmarked;
  }

  /** Whether the person wants no marks on the site that a tab shows. */
  async isOff(tab: Tab | null | undefined): Promise<boolean> {
    const host = hostIn(tab);
    return host !== null && (await this.unmarked.has(host));
  }

  /** Takes every mark off the site that a tab shows, in each tab that shows it, and lets none come again. Rejects where it cannot be kept. */
  async turnOff(tab: Tab): Promise<void> {
    const host = hostIn(tab);
    if (host === null || tab.id === undefined) return;
    await this.unmarked.mute(host, tab.id);
    const tabs = await browser.tabs.query({ url: ['http://*/*', 'https://*/*'] });
    await Promise.all(tabs.filter((other) => hostIn(other) === host).map(({ id }) => endMarks(id!)));
  }

  /** Marks come again on the site that a tab shows when a page of it is loaded. Rejects where it cannot be kept. */
  async turnOn(tab: Tab): Promise<void> {
    const host = hostIn(tab);
    if (host !== null) await this.unmarked.restore(host);
  }
}

const hostIn = (tab: Tab | null | undefined): string | null =>
  tab?.url !== undefined && isWeb(tab.url) ? new URL(tab.url).hostname : null;

/** A tab that is gone or unloaded, or whose page no extension may touch, shows no marks. */
async function endMarks(tabId: number): Promise<void> {
  const target = { tabId, allFrames: true };
  await browser.scripting.executeScript({ target, func: endHere, injectImmediately: true }).catch(() => undefined);
}

/** What `entrypoints/addresses.content.ts` leaves in the world of the extension's scripts. */
type Left = { readonly waryMarksEnd?: AbortController };

// Runs in a page: nothing around it is there.
function endHere(): void {
  (globalThis as unknown as Left).waryMarksEnd?.abort();
}
