import type { SeenRequest } from '../../../e2e/harness/site.ts';
import { Chromium } from '../browser/chromium.ts';
import { ChromiumTab } from '../browser/chromium-tab.ts';
import type { Tab } from '../browser/tab.ts';
import { pause } from '../browser/until.ts';
import { isPrivate } from '../state/state.ts';
import type { Road, Way } from './way.ts';

type Rule = 'prerender' | 'prefetch';

/** Milliseconds in which a page is loaded ahead, and in which it or the warning is shown once its link was pressed. */
const LOAD_TIMEOUT_MS = 2_000;
const SHOW_TIMEOUT_MS = 2_000;
/** Milliseconds for what has arrived to come to rest. */
const SETTLE_MS = 200;

/** A clean page that has a page loaded ahead, and presses its link by itself once `/go` answers that it may. */
export const startPage = (rule: Rule, to: string): string =>
  `<!doctype html><h1>clean</h1><a id="link" href="${to}">on</a>
<script type="speculationrules">{"${rule}":[{"source":"list","urls":["${to}"],"eagerness":"immediate"}]}</script>
<script>const ask=()=>fetch('/go').then(({status})=>status===204?link.click():setTimeout(ask,20));ask()</script>`;

/** A page that a clean page has the browser load before its link is pressed (HTML Standard, speculative loading). */
const ahead = (name: string, rule: Rule, from: (road: Road) => string, host?: 'shared'): Way => ({
  name,
  quiet: true,
  ...(host ? { host } : {}),
  ready: async (road) => {
    const start = new URL(from(road));
    const isRestored = road.state === 'browser just started';
    let isArmed = !isRestored;
    road.site.on(start.host, '/go', (_, response) => void response.writeHead(200).end());
    road.site.on(start.host, start.pathname, (_, response) => {
      const text = isArmed ? startPage(rule, listedOf(road)) : '<!doctype html><h1>clean</h1>';
      response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end(text);
    });
    if (!isRestored) return;
    await road.browser.open(start.href, { isQuiet: true });
    await arrived(() => road.site.seen.some((each) => `http://${each.host}${each.path}` === start.href));
    isArmed = true;
  },
  go: async (road) => {
    const start = new URL(from(road));
    if (road.state !== 'browser just started')
      await road.browser.open(start.href, { isQuiet: true, isPrivate: isPrivate(road.state) });
    await arrived(() => isAhead(road));
    // What is loaded ahead wakes the worker.
    await road.again();
    road.site.on(start.host, '/go', (_, response) => void response.writeHead(204).end());
    return shown(road);
  },
});

const listedOf = ({ host, path }: Road): string => `http://${host}${path}`;

/** Waits two seconds at most, because what is stopped never arrives. */
async function arrived(has: () => boolean): Promise<void> {
  for (const end = Date.now() + LOAD_TIMEOUT_MS; Date.now() < end && !has(); ) await pause(20);
  await pause(SETTLE_MS);
}

const isAhead = ({ site, host, path }: Road): boolean =>
  site.seen.some((each) => each.host === host && each.path === path && isSpeculative(each));

/** Whether a browser loads it before its person asks for it (HTML Standard, section 7.6: `Sec-Purpose`). */
export const isSpeculative = ({ headers }: SeenRequest): boolean =>
  String(headers['sec-purpose'] ?? '').startsWith('prefetch');

/** The tab in which the page or the warning is shown in the end. */
async function shown(road: Road): Promise<Tab | undefined> {
  const { browser } = road;
  if (!(browser instanceof Chromium)) throw new Error('Only Chromium loads pages ahead');
  const url = listedOf(road);
  for (const end = Date.now() + SHOW_TIMEOUT_MS; Date.now() < end; await pause(10)) {
    const found = (await browser.pages()).find((page) => page.url === url || page.url.endsWith(`/warning.html#${url}`));
    if (found) return new ChromiumTab(browser, found.targetId);
  }
  return undefined;
}

export const AHEAD: readonly Way[] = [
  ahead(
    'prerendered page of the same shared host, then its link',
    'prerender',
    ({ host, path }) => `http://${host}/from${path.slice(1)}`,
    'shared',
  ),
  ahead(
    'prerendered page of another host of the same site, then its link',
    'prerender',
    ({ host }) => `http://clean-${host}/`,
  ),
  ahead('prefetched page of another site, then its link', 'prefetch', ({ clean }) => `http://${clean}/`),
];
