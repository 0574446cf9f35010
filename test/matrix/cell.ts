import type { Page } from '@playwright/test';
import { type Browser, visit } from '../e2e/harness/browser.ts';
import { watchPixels } from '../e2e/harness/pixels.ts';
import type { Relay } from '../e2e/harness/relay.ts';
import { page as redPage, type Site } from '../e2e/harness/site.ts';
import { WORKER_SITE } from './site-worker.ts';
import type { Way } from './way.ts';

/** In which state the worker and the service are when a way is taken. */
export const STATES = [
  'worker running',
  'worker stopped',
  'offline, confirmed before',
  'offline, never confirmed',
] as const;
export type State = (typeof STATES)[number];

/** What left or showed, each as a count; `stopped` where the warning stands in the page's place in the end. */
export type Leaks = { request: number; script: number; pixel: number; key: number; stopped: boolean };

export type Rig = { readonly browser: Browser; readonly site: Site; readonly relay?: Relay };

/** Hosts of the matrix, all of them listed: each cell uses one of its own. */
export const MATRIX_HOSTS: readonly string[] = Array.from({ length: 600 }, (_, at) => `m${at}.matrix.test`);

/** Takes one way in one state to a host and measures what of it leaked. */
export async function measure(rig: Rig, way: Way, state: State, host: string): Promise<Leaks> {
  const { browser, site, relay } = rig;
  const clean = host.replace('.matrix.test', '.clean.test');
  site.on('start.example', '/', '<!doctype html><title>start</title><h1>start</h1>');
  site.on(host, '*', ({ path }, response) => {
    if (path === '/key') return void response.writeHead(204).end();
    const keys = `<script>addEventListener('keydown',()=>navigator.sendBeacon('/key'))</script>`;
    response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end(redPage(host, keys));
  });
  if (relay) relay.fault = undefined;
  if (state === 'offline, confirmed before') await confirm(browser, host);
  const tab = await browser.open('http://start.example/');
  if (relay && state.startsWith('offline'))
    relay.fault = ({ path }, response) => path.endsWith('/confirm') && Boolean(response.destroy());
  if (state === 'worker stopped') await browser.killWorker();
  await tab.bringToFront();
  const before = site.seen.length;
  const painted = await watchPixels(browser.context, tab);
  const other = await way.go({ tab, site, host, clean });
  const shown = other ?? tab;
  const paintedThere = other ? await watchPixels(browser.context, other).catch(() => painted) : painted;
  await press(shown);
  const stopped = await isStopped(shown);
  await shown.waitForTimeout(100);
  const seen = site.seen.slice(before).filter((request) => isOf(request.host, host));
  const leaks = {
    request: seen.filter(({ path }) => !/^\/(ran|key|favicon|calm|worker)/.test(path)).length,
    script: seen.filter(({ path }) => path.startsWith('/ran')).length,
    pixel: painted().red + (other ? paintedThere().red : 0),
    key: seen.filter(({ path }) => path.startsWith('/key')).length,
    stopped,
  };
  if (other) await other.close();
  await tab.close();
  return leaks;
}

/** The listed page of the site with a worker counts where a way leads there. */
const isOf = (seen: string, host: string): boolean => seen.replace(/\.$/, '').endsWith(host) || seen === WORKER_SITE;

/** Visits a listed host once, so that the service has named it to this browser. */
async function confirm(browser: Browser, host: string): Promise<void> {
  const tab = await browser.open('about:blank');
  await visit(tab, `http://${host}/`);
  await isStopped(tab);
  await tab.waitForTimeout(200);
  await tab.close();
}

/** Types while the page is about to appear. */
async function press(tab: Page): Promise<void> {
  for (let time = 0; time < 12; time += 1) {
    await tab.keyboard.press('x').catch(() => undefined);
    await tab.waitForTimeout(25).catch(() => undefined);
  }
}

/** Whether the warning comes to stand in the tab or in a frame of it. */
async function isStopped(tab: Page): Promise<boolean> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    if (tab.frames().some((frame) => frame.url().includes('/warning.html'))) return true;
    await tab.waitForTimeout(50);
  }
  return false;
}
