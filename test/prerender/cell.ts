import { setTimeout as pause } from 'node:timers/promises';
import type { BareTab } from '../bench/devtools.ts';
import { redPart } from '../e2e/harness/pixels.ts';
import type { Relay } from '../e2e/harness/relay.ts';
import type { SeenRequest, Site } from '../e2e/harness/site.ts';
import type { Leaks } from '../matrix/cell.ts';
import { type State, withoutList } from '../matrix/state.ts';
import type { QuietBrowser } from './quiet-browser.ts';
import { type AheadWay, LISTED_PAGE, startPage } from './way.ts';

/** `ahead` where the page was there before its link was pressed; `activated` where that page is what was then shown. */
export type AheadLeaks = Leaks & { ahead: boolean; activated: boolean };

export type AheadRig = {
  readonly browser: QuietBrowser;
  readonly site: Site;
  readonly relay?: Relay;
  /** A browser into which the extension has just been installed, its list in the package. */
  readonly fresh?: () => Promise<QuietBrowser>;
};

/** Takes one way in one state and measures what of the listed page leaked. @param at the number of the cell */
export async function measureAhead(
  rig: AheadRig,
  way: AheadWay,
  state: State | 'no extension',
  at: number,
): Promise<AheadLeaks> {
  const { site, relay } = rig;
  if (relay) relay.fault = undefined;
  if (relay && state === 'first minute') withoutList(relay);
  const browser = state === 'first minute' && rig.fresh ? await rig.fresh() : rig.browser;
  const road = { from: way.from(at), to: way.to(at) };
  const start = putUp(site, way.rule, road);
  await browser.clear();
  if (state === 'offline, confirmed before') await confirm(browser, road.to);
  if (relay && state.startsWith('offline'))
    relay.fault = ({ path }, response) => path.endsWith('/confirm') && Boolean(response.destroy());
  if (state === 'worker stopped') await browser.stopWorkers();
  const before = site.seen.length;
  const seen = () => site.seen.slice(before);
  if (state === 'browser just started') {
    await browser.open(road.from);
    await pause(500);
    start.arm();
    await browser.restart();
  } else {
    start.arm();
    await browser.open(road.from);
  }
  const ahead = await isLoadedAhead(way.rule, road.to, seen);
  // What is loaded ahead wakes the worker.
  if (state === 'worker stopped') await browser.stopWorkers();
  start.press();
  const { red, stopped } = await watch(browser, road.to);
  await pause(200);
  const counted = count(seen(), road.to);
  if (browser !== rig.browser) await browser.stop();
  return { ...counted, pixel: counted.pixel + red, stopped, ahead };
}

/** The clean page does nothing before it is armed, so that a browser can write it down and find it again. */
function putUp(site: Site, rule: AheadWay['rule'], { from, to }: { from: string; to: string }) {
  const [start, end] = [new URL(from), new URL(to)];
  let armed = false;
  let press = (): void => undefined;
  const pressed = new Promise<void>((resolve) => {
    press = resolve;
  });
  const head = { 'content-type': 'text/html', 'cache-control': 'no-store' };
  site.on(start.host, start.pathname, (_, response) => {
    response.writeHead(200, head).end(armed ? startPage(rule, to) : '<!doctype html><h1>clean</h1>');
  });
  site.on(start.host, '/go', async (_, response) => {
    await pressed;
    response.writeHead(204).end();
  });
  site.on(end.host, end.pathname, (_, response) => {
    // A page of another origin has to agree to be prerendered with its cookies.
    const agreed = { 'supports-loading-mode': 'credentialed-prerender' };
    response.writeHead(200, { ...head, ...agreed, 'cache-control': 'no-cache' }).end(LISTED_PAGE);
  });
  for (const path of ['/visible', '/activated', '/key'])
    site.on(end.host, path, (_, response) => void response.writeHead(204).end());
  return {
    arm: () => {
      armed = true;
    },
    press: () => press(),
  };
}

/** Whether it comes to be there within two seconds: prerendered by its own word, prefetched by the browser's. */
async function isLoadedAhead(rule: AheadWay['rule'], to: string, seen: () => SeenRequest[]): Promise<boolean> {
  const { host, pathname } = new URL(to);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const arrived = seen().filter((request) => request.host === host);
    const there =
      rule === 'prerender'
        ? arrived.some(({ path }) => path === '/ran?ahead')
        : arrived.some(({ path, headers }) => path === pathname && headers['sec-purpose'] === 'prefetch');
    if (there) {
      await pause(200);
      return true;
    }
    await pause(20);
  }
  return false;
}

/** Visits a listed page once, so that the service has named it to this browser. */
async function confirm(browser: QuietBrowser, url: string): Promise<void> {
  await browser.open(url);
  await watch(browser, url);
  await pause(200);
  await browser.clear();
}

/** Looks at and types into a page from when it is shown until the warning stands there, two seconds at most. */
async function watch(browser: QuietBrowser, url: string): Promise<{ red: number; stopped: boolean }> {
  let red = 0;
  let tab: BareTab | undefined;
  const end = performance.now() + 2_000;
  while (performance.now() < end) {
    const pages = await browser.pages();
    if (pages.some((page) => page.url.endsWith(`/warning.html#${url}`))) return { red, stopped: true };
    const shown = pages.find((page) => page.url === url);
    if (shown && !tab) tab = await look(browser, shown.targetId, () => (red += 1));
    // A page that is left in the meantime takes its keys with it.
    for (const type of ['keyDown', 'keyUp'])
      void tab?.send('Input.dispatchKeyEvent', { type, key: 'x' }).catch(() => 0);
    await pause(10);
  }
  return { red, stopped: false };
}

/** Calls back at every red frame of a page; undefined where the page has gone by the time that it can be looked at. */
async function look(browser: QuietBrowser, targetId: string, isRed: () => void): Promise<BareTab | undefined> {
  try {
    const tab = await browser.attach(targetId);
    await tab.watchFrames((png) => {
      if (redPart(png) > 0.05) isRed();
    });
    return tab;
  } catch (error) {
    if (/No target|Not attached|not found/i.test((error as Error).message)) return undefined;
    throw error;
  }
}

function count(seen: readonly SeenRequest[], to: string): Omit<AheadLeaks, 'stopped' | 'ahead'> {
  const { host, pathname } = new URL(to);
  const arrived = seen.filter((request) => request.host === host).map(({ path }) => path);
  const of = (path: string) => arrived.filter((each) => each.split('?')[0] === path).length;
  return {
    request: of(pathname),
    script: of('/ran'),
    pixel: of('/visible'),
    key: of('/key'),
    activated: of('/activated') > 0,
  };
}
