import { expect, type Page } from '@playwright/test';
import type { Browser } from '../browser.ts';

/** A host with pages of many people, of which the tests list one. */
export const SHARED = 'campsite.bio';
/** Milliseconds until a slow confirmation. */
export const SLOW_MS = 1_500;

/** Keeps a page busy for good; every 20 ms a request says that it still runs. */
export const BUSY = `for (let next = 0; ; ) {
  if (Date.now() < next) continue;
  next = Date.now() + 20;
  const request = new XMLHttpRequest();
  request.open('POST', '/beat', false);
  request.send();
}`;
/** An application that shows its own link to a listed page in its own document, and then a red page that takes keys. */
export const INTERCEPTING = `<!doctype html><h1>calm</h1><a href="/claim">claim</a><script>
  navigation.addEventListener('navigate', (event) => {
    if (event.canIntercept) event.intercept({ async handler() {
      document.documentElement.style.background = '#e00';
      addEventListener('keydown', () => navigator.sendBeacon('/ran?key'));
    } });
  });
</script>`;

/** Waits until the list is in the storage that guards read. */
export const sharded = (wary: Browser) => expect.poll(() => wary.shardedEntries()).toBeGreaterThan(0);

/** The frames of a tab, its own document included, that show a warning. */
export const warnings = (tab: Page) => tab.frames().filter((frame) => frame.url().includes('/warning.html#'));
