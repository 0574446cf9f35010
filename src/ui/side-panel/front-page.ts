import { type Signal, signal } from '@preact/signals';
import { browser } from 'wxt/browser';
import { shownAddress } from '../../protection/address.ts';
import type { ReportedPage } from '../report/content.ts';

/** The page in front of a window, followed while the person looks around. Pages of the extension itself do not count. */
export class FrontPage {
  readonly page: Signal<ReportedPage | null> = signal(null);
  readonly #windowId: number;

  constructor(windowId: number) {
    this.#windowId = windowId;
  }

  /** Looks now, and again whenever another page comes to the front. */
  async follow(): Promise<void> {
    const again = () => void this.#look();
    browser.tabs.onActivated.addListener(({ windowId }) => windowId === this.#windowId && again());
    browser.tabs.onUpdated.addListener((_, { url }) => url !== undefined && again());
    await this.#look();
  }

  async #look(): Promise<void> {
    const [tab] = await browser.tabs.query({ active: true, windowId: this.#windowId });
    const url = shownAddress(tab?.url, `${location.origin}/warning.html`);
    if (tab?.id !== undefined && url !== null) this.page.value = { tabId: tab.id, url };
  }
}
