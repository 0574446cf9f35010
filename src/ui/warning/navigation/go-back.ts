import { browser } from 'wxt/browser';

/** Milliseconds in which a step back has begun where there is one to take. */
const STEP_TIMEOUT_MS = 1_000;
/** The same for the page before to load, which may be this warning once more. */
const LOADING_TIMEOUT_MS = 10_000;
const GOING_KEY = 'goingBack';

let isGoingBack = false;

/**
 * Leaves the stopped page: one step back, past its own place in the tab's history if it has one. Where there is nothing to go back to,
 * the tab is closed and its opener is shown, or a new tab.
 * @param wasLoaded whether a document of the stopped page was committed in the tab
 */
export async function goBack(wasLoaded: boolean): Promise<void> {
  if (isGoingBack) return;
  isGoingBack = true;
  sessionStorage.setItem(GOING_KEY, `${Date.now()} ${wasLoaded}`);
  const steps = (wasLoaded ? 2 : 1) + sameBefore();
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

/**
 * Goes on with a step back that led from one place of this warning in the history to another: the browser's rule and the worker may both
 * lead to it, the second just after the press. Called once, as soon as the page runs.
 */
export function goOnBack(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    const [at, wasLoaded] = sessionStorage.getItem(GOING_KEY)?.split(' ') ?? [];
    sessionStorage.removeItem(GOING_KEY);
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (!(Date.now() - Number(at) < LOADING_TIMEOUT_MS) || !(persisted || entry?.type === 'back_forward')) return;
    isGoingBack = false;
    void goBack(wasLoaded === 'true');
  });
}

/**
 * How often this warning stands in the history directly before this one: a rule of the browser and the worker may both have led to it,
 * and a person may have gone to the stopped address again from here. 0 in browsers without the Navigation API.
 */
function sameBefore(): number {
  type Navigation = {
    readonly currentEntry: { readonly index: number } | null;
    entries(): readonly { url: string | null }[];
  };
  const { navigation } = window as { readonly navigation?: Navigation };
  const last = (navigation?.currentEntry?.index ?? 0) - 1;
  const before = navigation?.entries().slice(0, last + 1) ?? [];
  return before.length - 1 - before.findLastIndex(({ url }) => url !== location.href);
}

/** Closes the tab, and shows its opener or, where there is none, a new tab. */
export async function closeTab(): Promise<void> {
  const tab = await browser.tabs.getCurrent();
  const opener =
    tab?.openerTabId === undefined
      ? null
      : await browser.tabs.update(tab.openerTabId, { active: true }).catch(() => null);
  if (!opener) await browser.tabs.create(tab?.windowId === undefined ? {} : { windowId: tab.windowId });
  if (tab?.id !== undefined) await browser.tabs.remove(tab.id);
}

const pause = (milliseconds: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), milliseconds));
