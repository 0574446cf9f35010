import type { Relay } from '../../e2e/harness/relay.ts';
import type { Service } from '../../e2e/harness/service.ts';
import type { Site } from '../../e2e/harness/site.ts';
import type { Browser } from './browser/browser.ts';
import { WALLET_HOST } from './browser/extensions.ts';
import { pause, until } from './browser/until.ts';
import { type Kind, serve } from './kind/kind.ts';
import { begin, enter, enterWorker, isPrivate, START, type State } from './state/state.ts';
import { type Counts, noCounts, type Visit } from './table/cell.ts';
import { isSpeculative } from './way/ahead.ts';
import { hostOf, pathOf } from './way/hosts.ts';
import type { Road, Way } from './way/way.ts';
import { WORKER_SITE } from './way/ways.ts';

/** Milliseconds in which the warning comes, also on a busy machine; an open visit takes so long. */
const WARNING_TIMEOUT_MS = 6_000;
/** Milliseconds for what was reported to arrive. */
const SETTLE_MS = 150;

/** What a visit needs. A peer has neither relay nor service. */
export type Rig = {
  readonly browser: Browser;
  readonly site: Site;
  readonly relay?: Relay;
  readonly service?: Service;
  /** A browser into which the extension has just been installed, its list in the package. */
  readonly fresh?: () => Promise<Browser>;
};

/** What is visited: each combination of these is a row of a table by a column of it. */
export type Course = { readonly way: Way; readonly kind: Kind; readonly state: State; readonly delay: number };

/** False where a way and a state exclude each other: what is listed on the way is not in the package, for example. */
export const isTaken = (rig: Rig, way: Way, state: State): boolean =>
  (way.own === undefined || rig.service !== undefined) &&
  (state !== 'first minute' || way.own !== 'listed') &&
  !(way.lasting && isPrivate(state));

/**
 * Takes one way once and measures what of the listed page leaked.
 * @param at the number of the visit, which has hosts of its own
 */
export async function measure(rig: Rig, { way, kind, state, delay }: Course, at: number): Promise<Visit> {
  const { site, relay } = rig;
  begin(state, relay);
  const browser = state === 'first minute' && rig.fresh ? await rig.fresh() : rig.browser;
  const [host, path] = [hostOf(way, at), pathOf(way, at)];
  serve(site, host, kind, { delay });
  serve(site, WORKER_SITE, kind, { delay });
  const begun = await browser.open(START, { isPrivate: isPrivate(state) });
  const road: Road = {
    browser,
    site,
    host,
    path,
    state,
    tab: begun,
    clean: `c${at}.clean.test`,
    list: () => list(rig, browser, isPrivate(state), host, path),
    again: () => enterWorker(state, browser),
  };
  // A list in the package holds these pages already.
  if (rig.service && way.host === 'shared' && way.own === undefined)
    await (state === 'first minute' ? block(rig, host, path) : road.list());
  await way.ready?.(road);
  if (state === 'offline, confirmed before') await confirm(browser, `http://${host}${path}`);
  const before = site.seen.length;
  const tab = await enter(state, browser, begun, relay);
  const visit = await take({ ...road, tab }, way, before);
  if (browser === rig.browser) await begun.close();
  else await browser.stop();
  return visit;
}

async function take(road: Road, way: Way, before: number): Promise<Visit> {
  const { tab, site, host } = road;
  if (!way.quiet) await tab.watch();
  const start = performance.now();
  const other = await way.go(road);
  const shown = other ?? tab;
  await other?.watch().catch(() => undefined);
  const stood = await shown.look(WARNING_TIMEOUT_MS);
  await pause(SETTLE_MS);
  const counts = {
    ...arrived(site, before, host),
    pixel: tab.red + (other?.red ?? 0),
    seen: tab.seen + (other?.seen ?? 0),
    open: stood === null && !way.handsOn && !way.bare ? 1 : 0,
  };
  await other?.close();
  if (tab !== other) await tab.close();
  return { counts, ms: stood === null || way.quiet ? null : stood - start };
}

/** What arrived at a listed host since so many requests, and at the wallet. */
export function arrived(site: Site, before: number, host: string): Counts {
  const seen = site.seen.slice(before);
  const here = seen.filter((request) => isOf(request.host, host));
  const reported = (what: string) => here.filter(({ path }) => path === `/tell/${what}`).length;
  const pages = here.filter(({ path }) => !/^\/(tell|part|favicon|calm|worker|from|go)/.test(path));
  return {
    ...noCounts(),
    request: pages.length,
    script: reported('script') + reported('ahead'),
    unguarded: reported('unguarded'),
    visible: reported('visible'),
    key: reported('key'),
    click: reported('click'),
    wallet: seen.filter((request) => request.host === WALLET_HOST).length,
    ahead: pages.filter(isSpeculative).length,
    activated: reported('activated'),
  };
}

/** The listed page of the site with a worker counts where a way leads there; a clean host of a way ahead does not. */
const isOf = (seen: string, host: string): boolean => {
  const bare = seen.replace(/\.$/, '');
  return bare === host || bare.endsWith(`.${host}`) || seen === WORKER_SITE;
};

/** Visits a listed page once, so that the service has named it to this browser. */
async function confirm(browser: Browser, url: string): Promise<void> {
  const tab = await browser.open('about:blank');
  await tab.visit(url);
  await tab.look(WARNING_TIMEOUT_MS);
  await tab.close();
}

const block = ({ service }: Rig, host: string, path: string): Promise<string> =>
  path === '/' ? service!.command('block', host) : service!.command('block', `${host}${path}`, '--page');

/** Lists a host, or a page of it, and waits until windows of this sort stop what was listed after it: private ones follow the others. */
async function list(rig: Rig, browser: Browser, isPrivate: boolean, host: string, path: string): Promise<void> {
  const after = `after.${path.slice(1)}${host}`;
  await block(rig, host, path);
  await block(rig, after, '/');
  const probe = await browser.open('about:blank', { isPrivate });
  await until(
    `${after} is stopped`,
    async () => {
      await browser.send('listSync');
      await probe.visit(`http://${after}/`);
      return probe.look(500);
    },
    (stood) => stood !== null,
  );
  await probe.close();
}
