import { browser } from 'wxt/browser';
import { i18n } from '#i18n';

/** Milliseconds in which a browser has drawn a tab that it brought to the front. */
const DRAWN_MS = 400;

/**
 * What a tab shows now. A form that stands in a tab of its own brings the other one to the front for a moment.
 * @throws Error, with words for a person, where the browser gives no picture of that page
 */
export async function pictureOf(tabId: number): Promise<ImageBitmap> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (!tab) throw new Error(i18n.t('report.pictureGone'));
  const own = tab.active ? undefined : await browser.tabs.getCurrent();
  try {
    if (!tab.active) {
      await browser.tabs.update(tabId, { active: true });
      await new Promise((resolve) => setTimeout(resolve, DRAWN_MS));
    }
    const address = await browser.tabs.captureVisibleTab(tab.windowId, { format: 'png' });
    return await createImageBitmap(new Blob([bytesOf(address)], { type: 'image/png' }));
  } catch (error) {
    throw new Error(i18n.t('report.pictureRefused'), { cause: error });
  } finally {
    if (own?.id !== undefined) await browser.tabs.update(own.id, { active: true });
  }
}

/** What a `data:` URL in base64 holds. */
function bytesOf(address: string): Uint8Array<ArrayBuffer> {
  const binary = atob(address.slice(address.indexOf(',') + 1));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
