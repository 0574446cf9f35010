import { expect, type Page } from '@playwright/test';
import { type Browser, visit } from '../e2e/harness/browser.ts';
import { watchPixels } from '../e2e/harness/pixels.ts';
import type { Relay } from '../e2e/harness/relay.ts';
import type { Service } from '../e2e/harness/service.ts';
import { page as redPage, type Site } from '../e2e/harness/site.ts';
import { hostOf, pathOf } from './hosts.ts';
import type { PageRoad, PageWay } from './page-way.ts';
import { WORKER_SITE } from './site-worker.ts';
import { confirm, enter, type State, withoutList } from './state.ts';
import { isStopped } from './stop.ts';

/** What left or showed, each as a count; `stopped` where the warning stands in the page's place in the end. */
export type Leaks = { request: number; script: number; pixel: number; key: number; stopped: boolean };

export type Rig = {
  readonly browser: Browser;
  readonly site: Site;
  readonly relay?: Relay;
  readonly service?: Service;
  /** A browser into which the extension has just been installed, its list in the package. */
  readonly fresh?: () => Promise<Browser>;
};

/** False where a way and a state exclude each other: what is listed on the way is not in the package. */
export const isTaken = (rig: Rig, way: PageWay, state: State): boolean =>
  (way.own === undefined || rig.service !== undefined) && (state !== 'first minute' || way.own !== 'listed');

/**
 * Takes one way in one state and measures what of the listed page leaked.
 * @param at the number of the cell, which has hosts of its own
 */
export async function measure(rig: Rig, way: PageWay, state: State, at: number): Promise<Leaks> {
  const { site, relay, service } = rig;
  if (relay) relay.fault = undefined;
  if (relay && state === 'first minute') withoutList(relay);
  const browser = state === 'first minute' && rig.fresh ? await rig.fresh() : rig.browser;
  const host = hostOf(way, at);
  putUp(site, host);
  const begun = await browser.open('http://start.example/');
  const path = pathOf(way, at);
  const list = () => listed(browser, service!, host, path);
  const road = { browser, tab: begun, site, host, path, clean: `c${at}.clean.test`, list };
  await way.ready?.(road);
  if (state === 'offline, confirmed before') await confirm(browser, `http://${host}${path}`);
  const tab = await enter(state, browser, begun, relay);
  const leaks = await take({ ...road, tab }, way);
  if (browser === rig.browser) await tab.close();
  else await browser.remove();
  return leaks;
}

async function take(road: PageRoad, way: PageWay): Promise<Leaks> {
  const { browser, tab, site, host } = road;
  await tab.bringToFront();
  const before = site.seen.length;
  const painted = await watchPixels(browser.context, tab);
  const other = await way.go(road);
  const shown = other ?? tab;
  const paintedThere = other ? await watchPixels(browser.context, other).catch(() => painted) : painted;
  await press(shown);
  const stopped = await isStopped(shown);
  await shown.waitForTimeout(100);
  const leaks = {
    ...arrived(site, before, host),
    pixel: painted().red + (other ? paintedThere().red : 0),
    stopped,
  };
  await other?.close();
  return leaks;
}

/** The page where every way begins, and a listed page that tells of every script that runs and every key that is pressed. */
export function putUp(site: Site, host: string): void {
  site.on('start.example', '/', '<!doctype html><title>start</title><h1>start</h1>');
  site.on(host, '*', ({ path }, response) => {
    if (path === '/key') return void response.writeHead(204).end();
    const keys = `<script>addEventListener('keydown',()=>navigator.sendBeacon('/key'))</script>`;
    // A page that may not be stored at all is not kept for going back either.
    response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-cache' }).end(redPage(host, keys));
  });
}

/** What arrived at a listed host since so many requests. */
export function arrived(site: Site, before: number, host: string): Pick<Leaks, 'request' | 'script' | 'key'> {
  const seen = site.seen.slice(before).filter((request) => isOf(request.host, host));
  return {
    request: seen.filter(({ path }) => !/^\/(ran|key|favicon|calm|worker)/.test(path)).length,
    script: seen.filter(({ path }) => path.startsWith('/ran')).length,
    key: seen.filter(({ path }) => path.startsWith('/key')).length,
  };
}

/** The listed page of the site with a worker counts where a way leads there. */
const isOf = (seen: string, host: string): boolean => seen.replace(/\.$/, '').endsWith(host) || seen === WORKER_SITE;

/** Lists a host, or a page of it, and waits until the browser stops what was listed after it. */
async function listed(browser: Browser, service: Service, host: string, path: string): Promise<void> {
  const after = `after.${path.slice(1)}${host}`;
  if (path === '/') await service.command('block', host);
  else await service.command('block', `${host}${path}`, '--page');
  await service.command('block', after);
  const probe = await browser.open('about:blank');
  await expect(async () => {
    await browser.send('listSync');
    await visit(probe, `http://${after}/`);
    await expect(probe).toHaveURL(/warning\.html/, { timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await probe.close();
}

/** Types while the page is about to appear. */
async function press(tab: Page): Promise<void> {
  for (let time = 0; time < 12; time += 1) {
    await tab.keyboard.press('x').catch(() => undefined);
    await tab.waitForTimeout(25).catch(() => undefined);
  }
}
