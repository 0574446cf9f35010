import type { BareChromium, BareTab } from './devtools.ts';

/** Milliseconds. `blocking` is the part of every long task beyond 50 ms, until 100 ms after the load event. */
export type PageLoad = { readonly paint: number; readonly load: number; readonly blocking: number };

const TASKS = `globalThis.blocking = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) globalThis.blocking += Math.max(0, duration - 50);
}).observe({ type: 'longtask', buffered: true });`;

/** Opens a tab in which page loads can be measured. */
export async function measuredTab(browser: BareChromium): Promise<BareTab> {
  const tab = await browser.tab('about:blank');
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: TASKS });
  return tab;
}

/** Loads an address in a measured tab, which is brought to the front: paint is only reported there. */
export async function loadPage(tab: BareTab, url: string): Promise<PageLoad> {
  await tab.send('Page.bringToFront');
  await tab.send('Page.navigate', { url });
  return tab.evaluate<PageLoad>(`new Promise((resolve) => {
    const look = () => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0];
      const navigation = performance.getEntriesByType('navigation')[0];
      if (!paint || !(navigation?.loadEventEnd > 0)) return setTimeout(look, 20);
      setTimeout(() => resolve({ paint: paint.startTime, load: navigation.loadEventEnd, blocking: globalThis.blocking }), 100);
    };
    look();
  })`);
}
