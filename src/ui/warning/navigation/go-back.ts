import { browser } from 'wxt/browser';

/** Milliseconds in which a step back has begun where there is one to take. */
const STEP_TIMEOUT_MS = 1_000;
/** The same for the page before to load. */
const LOADING_TIMEOUT_MS = 10_000;

let isGoingBack = false;

/**
 * Leaves the stopped page: one step back, past its own place in the tab's history if it has one. Where there is nothing to go back to,
 * the tab is closed and its opener is shown, or a new tab.
 * @param wasLoaded whether a document of the stopped page was committed in the tab
 */
export async function goBack(wasLoaded: boolean): Promise<void> {
  if (isGoingBack) return;
  isGoingBack = true;
  const steps = wasLoaded ? 2 : 1;
  if (history.length > steps) {
    const isGone = new Promise((resolve) => window.addEventListener('pagehide', () => resolve(true), { once: true }));
    history.go(-steps);
    if (await Promise.race([isGone, pause(STEP_TIMEOUT_MS)])) return;
    const tab = await browser.tabs.getCurrent();
    const isLoading = tab?.status === 'loading' || tab?.pendingUrl !== undefined;
    if (isLoading && (await Promise.race([isGone, pause(LOADING_TIMEOUT_MS)]))) return;
  }
  isGoingBack = false;
  await closeTab();
}

async function closeTab(): Promise<void> {
  const tab = await browser.tabs.getCurrent();
  const opener =
    tab?.openerTabId === undefined
      ? null
      : await browser.tabs.update(tab.openerTabId, { active: true }).catch(() => null);
  if (!opener) await browser.tabs.create(tab?.windowId === undefined ? {} : { windowId: tab.windowId });
  if (tab?.id !== undefined) await browser.tabs.remove(tab.id);
}

const pause = (milliseconds: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), milliseconds));
