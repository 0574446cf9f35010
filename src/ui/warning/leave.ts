import { browser } from 'wxt/browser';
import { stepsBack } from './return.ts';

/** A page that was asked for and did not come, in ms: then there was nowhere to go back to. */
const PATIENCE_MS = 700;

/** Leads away from the blocked page: back past it in the tab's history, or into a new tab where there is none. */
export async function leave(url: string): Promise<void> {
  const steps = stepsBack(sessionStorage, url, Date.now());
  if (history.length <= steps) return replaceTab();
  let gone = false;
  window.addEventListener('pagehide', () => {
    gone = true;
  });
  history.go(-steps);
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  // The browser may keep this page and wake it again much later.
  if (gone) return;
  const tab = await browser.tabs.getCurrent();
  if (tab?.status !== 'loading') await replaceTab();
}

async function replaceTab(): Promise<void> {
  const tab = await browser.tabs.getCurrent();
  await browser.tabs.create(tab?.windowId === undefined ? {} : { windowId: tab.windowId });
  if (tab?.id !== undefined) await browser.tabs.remove(tab.id);
}
