import type { BareChromium } from './devtools.ts';

/** Milliseconds. `blocking` is the part of every long task beyond 50 ms, until 100 ms after the load event. */
export type PageLoad = { readonly paint: number; readonly load: number; readonly blocking: number };

const TASKS = `globalThis.blocking = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) globalThis.blocking += Math.max(0, duration - 50);
}).observe({ type: 'longtask', buffered: true });`;

/**
 * Loads an address in a fresh front tab: paint is only reported there.
 * @param before what is done in the tab before it goes to the address
 */
export async function loadPage(
  browser: BareChromium,
  url: string,
  before: (tab: Awaited<ReturnType<BareChromium['tab']>>) => Promise<void> = async () => undefined,
): Promise<PageLoad> {
  const tab = await browser.tab('about:blank');
  await tab.send('Page.bringToFront');
  await before(tab);
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: TASKS });
  await tab.send('Page.navigate', { url });
  const loaded = await tab.evaluate<PageLoad>(`new Promise((resolve) => {
    const look = () => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0];
      const navigation = performance.getEntriesByType('navigation')[0];
      if (!paint || !(navigation?.loadEventEnd > 0)) return setTimeout(look, 20);
      setTimeout(() => resolve({ paint: paint.startTime, load: navigation.loadEventEnd, blocking: globalThis.blocking }), 100);
    };
    look();
  })`);
  await tab.close();
  return loaded;
}
