import { redPart } from '../e2e/harness/pixels.ts';
import { arrived, type Leaks, putUp } from '../matrix/cell.ts';
import type { Way } from '../matrix/way.ts';
import { type FirefoxTab, pause } from './tab.ts';
import type { FirefoxRig } from './test.ts';

/** In which state the background and the service are when a way is taken. */
export const FIREFOX_STATES = [
  'background running',
  'background ended',
  'offline, confirmed before',
  'offline, never confirmed',
] as const;
export type FirefoxState = (typeof FIREFOX_STATES)[number];

/** The part of a picture that must be red before it counts: a page of ours has only slim lines in a red of its own. */
const PART = 0.05;
/** Milliseconds in which the warning comes, also on a busy machine. */
const WARNED = 6_000;

/** Takes one way in one state to a host and measures what of it leaked. */
export async function measure(rig: FirefoxRig, way: Way, state: FirefoxState, host: string): Promise<Leaks> {
  const { firefox, site, relay } = rig;
  const clean = host.replace('.matrix.test', '.clean.test');
  putUp(site, host);
  relay.fault = undefined;
  if (state === 'offline, confirmed before') await confirm(rig, host);
  const tab = await firefox.open('http://start.example/');
  if (state.startsWith('offline'))
    relay.fault = ({ path }, response) => path.endsWith('/confirm') && Boolean(response.destroy());
  if (state === 'background ended') await firefox.endBackground();
  else await firefox.send('healthRead');
  const before = site.seen.length;
  const other = await way.go({ tab, site, host, clean });
  const shown = other ?? tab;
  const { stopped, red } = await watch(shown);
  const leaks = { ...arrived(site, before, host), pixel: red, stopped };
  relay.fault = undefined;
  await other?.close();
  await tab.close();
  return leaks;
}

/** Visits a listed host once, so that the service has named it to this browser. */
async function confirm({ firefox }: FirefoxRig, host: string): Promise<void> {
  const tab = await firefox.open(`http://${host}/`);
  await tab.stoppedWithin(WARNED);
  await tab.close();
}

/** Types and takes pictures until the warning stands in the tab or in a frame of it, and a moment longer. */
async function watch(tab: FirefoxTab): Promise<{ stopped: boolean; red: number }> {
  let over = false;
  let red = 0;
  const pictures = (async () => {
    while (!over) {
      const picture = await tab.picture();
      if (picture && redPart(picture) > PART) red += 1;
      await tab.type('x');
    }
  })();
  const stopped = await tab.stoppedWithin(WARNED);
  await pause(150);
  over = true;
  await pictures;
  return { stopped, red };
}
