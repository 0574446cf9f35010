import type { Relay } from '../../../e2e/harness/relay.ts';
import type { Browser } from '../browser/browser.ts';
import type { Tab } from '../browser/tab.ts';

/** The clean page where every way begins. */
export const START = 'http://start.example/';

/** In which state the browser, the worker (in Firefox the background page), the list and the service are when a way is taken. */
export const STATES = [
  'worker running',
  'worker stopped',
  'process ended',
  'browser just started',
  'first minute',
  'offline, confirmed before',
  'offline, never confirmed',
  'private window',
  'private window, offline',
] as const;
/** One in which the service answers about a hit after so many milliseconds. */
export const withVerdict = (state: 'worker running' | 'worker stopped', ms: number) =>
  `${state}, verdict after ${ms} ms` as const;
export type State = (typeof STATES)[number] | ReturnType<typeof withVerdict>;

/** Firefox is not started again by its driver, and its package carries no list. */
export const FIREFOX_STATES: readonly State[] = [
  'worker running',
  'worker stopped',
  'offline, confirmed before',
  'offline, never confirmed',
  'private window',
  'private window, offline',
];
export const isPrivate = (state: State): boolean => state.startsWith('private window');

/** Breaks what crosses to the service as a state wants it before its way is made ready. In the first minute the package's list is all there is. */
export function begin(state: State, relay: Relay | undefined): void {
  if (!relay) return;
  relay.delay = Number(/verdict after (\d+) ms/.exec(state)?.[1] ?? 0);
  relay.fault =
    state === 'first minute'
      ? ({ path }, response) => !path.startsWith('/api/v2/asset/blocklist/confirm') && Boolean(response.destroy())
      : undefined;
}

/** Brings everything into a state and answers the tab, which is another one once the browser was started again. */
export async function enter(state: State, browser: Browser, tab: Tab, relay: Relay | undefined): Promise<Tab> {
  if (relay && state.includes('offline'))
    relay.fault = ({ path }, response) => path.endsWith('/confirm') && Boolean(response.destroy());
  if (state === 'browser just started') return browser.restart(await tab.address());
  if (relay && state.startsWith('worker running')) await browser.send('healthRead');
  await enterWorker(state, browser);
  return tab;
}

/** Brings the worker alone into its state; one that nothing is said of is left as it is. */
export async function enterWorker(state: State, browser: Browser): Promise<void> {
  if (state.startsWith('worker stopped')) await browser.stopWorker();
  if (state === 'process ended') await browser.endProcess();
}
