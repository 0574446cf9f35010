import { browser } from 'wxt/browser';
import type { Background } from './background.ts';
import { IS_PRIVATE } from './private-window.ts';

/**
 * The only place that tells the starts of a worker apart: a first run opens the welcome page, a browser start asks at once for what
 * came meanwhile, and every start, a mere wake-up too, brings rules, tabs and alarms in line. Must be called in the first tick.
 */
export function handleStarts(background: Background): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install' && !IS_PRIVATE)
      void browser.tabs.create({ url: browser.runtime.getURL('/welcome.html' as '/') });
  });
  browser.runtime.onStartup.addListener(() => void background.schedule.connected());
  void background.start();
}
