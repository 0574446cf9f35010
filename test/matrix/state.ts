import type { Page } from '@playwright/test';
import { type Browser, visit } from '../e2e/harness/browser.ts';
import type { Relay } from '../e2e/harness/relay.ts';
import { isStopped } from './stop.ts';

/** In which state the worker, the list and the service are when a way is taken. */
export const STATES = [
  'worker running',
  'worker stopped',
  'browser just started',
  'first minute',
  'offline, confirmed before',
  'offline, never confirmed',
] as const;
export type State = (typeof STATES)[number];

/** Nothing of the list comes through: what the package carries is all there is. */
export const withoutList = (relay: Relay): void => {
  relay.fault = ({ path }, response) =>
    !path.startsWith('/api/v2/asset/blocklist/confirm') && Boolean(response.destroy());
};

/** Brings everything into a state and answers the tab, which is another one once the browser was started again. */
export async function enter(state: State, browser: Browser, tab: Page, relay?: Relay): Promise<Page> {
  if (relay && state.startsWith('offline'))
    relay.fault = ({ path }, response) => path.endsWith('/confirm') && Boolean(response.destroy());
  if (state === 'worker stopped') await browser.killWorker();
  if (state !== 'browser just started') return tab;
  const url = tab.url();
  // The browser writes down which tabs are open every few seconds.
  await tab.waitForTimeout(3_000);
  await browser.restart(['--restore-last-session']);
  return restored(browser, url);
}

/** Visits a listed page once, so that the service has named it to this browser. */
export async function confirm(browser: Browser, url: string): Promise<void> {
  const tab = await browser.open('about:blank');
  await visit(tab, url);
  await isStopped(tab);
  await tab.waitForTimeout(200);
  await tab.close();
}

async function restored(browser: Browser, url: string): Promise<Page> {
  for (let attempt = 0; attempt < 250; attempt += 1) {
    const tab = browser.context.pages().find((page) => page.url() === url);
    const others = browser.context.pages().filter((page) => page.url() === 'about:blank');
    if (tab) {
      for (const other of others) void other.close().catch(() => undefined);
      return tab;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The browser did not restore ${url}: it shows ${browser.context.pages().map((page) => page.url())}`);
}
