import type { BareChromium, BareTab } from '../browser/devtools.ts';
import { endExtensionProcess } from '../browser/extension-process.ts';

/** What of the extension runs when the visit begins. */
export const STATES = ['warm worker', 'cold worker', 'cold process'] as const;
export type State = (typeof STATES)[number];
/** How the visit begins: the mouse pressed on a link, or a script of the page that sets `location.href`. */
export const BEGINNINGS = ['press', 'visit'] as const;
export type Beginning = (typeof BEGINNINGS)[number];

/** Milliseconds from the beginning until the browser showed the frame: the first with anything of the warning, and with what it says of the site. */
export type VisitTimes = { readonly painted: number; readonly told: number };

/** A browser with an extension under measure. */
export type Side = {
  readonly chromium: BareChromium;
  readonly extensionId: string;
  /** Selects what the warning has once it says that the page was stopped, and not before: an element that was painted before has no new time. */
  readonly heading: string;
};

/** The clean page from which every visit begins. Behind its `?` stands the host to which its link leads. */
export const START_HOST = 'start.example';
export const START_PAGE = `<!doctype html><title>start</title><style>a{position:fixed;left:40px;top:40px;font-size:32px}</style>
<a>a link to follow</a><script>document.querySelector('a').href = 'http://' + location.search.slice(1) + '/';
addEventListener('mousedown', (event) => { globalThis.pressedAt = performance.timeOrigin + event.timeStamp; });</script>`;
const LINK = { x: 80, y: 60 };
/** Milliseconds for which a person holds the button of a mouse down. */
const HOLD_MS = 80;
/** Milliseconds in which a tab, or what is left of a worker that was ended, comes to rest. */
const REST_MS = 250;
const TIMEOUT_MS = 30_000;

/** @returns an open document of the extension that runs nothing, which keeps its process alive when the worker ends */
export function keepProcess({ chromium, extensionId }: Side): Promise<BareTab> {
  return chromium.tab(`chrome-extension://${extensionId}/manifest.json`);
}

/**
 * Visits a listed host in a new tab, attached to nothing but the tab.
 * @throws Error where no warning stood in its place within 30 s
 */
export async function visit(side: Side, host: string, state: State, beginning: Beginning): Promise<VisitTimes> {
  const tab = await side.chromium.tab(`http://${START_HOST}/?${host}`);
  await tab.send('Page.bringToFront');
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: observerOf(side) });
  await rest();
  if (state !== 'warm worker') await chill(side.chromium, tab, state);
  const began = beginning === 'press' ? await press(tab) : await leave(tab, host);
  const { painted, told } = await warningOf(side, tab, host);
  await tab.close();
  return { painted: painted - began, told: told - began };
}

async function chill(chromium: BareChromium, tab: BareTab, state: State): Promise<void> {
  if (state === 'cold process') {
    await endExtensionProcess(chromium, tab);
  } else {
    await tab.send('ServiceWorker.enable');
    await tab.send('ServiceWorker.stopAllWorkers');
    await tab.send('ServiceWorker.disable');
  }
  await rest();
}

/** Moves the mouse onto the link, presses at once, and lets go after a while. @returns when it was pressed, in ms since epoch */
async function press(tab: BareTab): Promise<number> {
  const mouse = (type: string) =>
    tab.send('Input.dispatchMouseEvent', { type, ...LINK, button: 'left', buttons: 1, clickCount: 1 });
  await tab.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...LINK });
  await mouse('mousePressed');
  const pressedAt = await tab.evaluate<number>('globalThis.pressedAt');
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, pressedAt + HOLD_MS - Date.now())));
  await mouse('mouseReleased');
  return pressedAt;
}

/** @returns when the script of the page left, in ms since epoch */
function leave(tab: BareTab, host: string): Promise<number> {
  return tab.evaluate(
    `(() => { const now = performance.timeOrigin + performance.now(); location.href = 'http://${host}/'; return now; })()`,
  );
}

/** Runs before the scripts of a warning page: asks the browser to say when it has shown the heading (Element Timing, section 2.3). */
function observerOf({ extensionId, heading }: Side): string {
  return `if (location.href.startsWith('chrome-extension://${extensionId}/warning.html')) {
    new MutationObserver((_, observer) => {
      const heading = document.querySelector('${heading}');
      if (!heading) return;
      heading.setAttribute('elementtiming', 'told');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => { globalThis.toldAt = list.getEntries()[0].renderTime; }).observe({ type: 'element', buffered: true });
  }`;
}

/** When the warning was painted, in ms since epoch. */
async function warningOf({ extensionId }: Side, tab: BareTab, host: string): Promise<VisitTimes> {
  const place = `chrome-extension://${extensionId}/warning.html#http://${host}/`;
  // Nothing is asked in the time that is measured.
  await new Promise((resolve) => setTimeout(resolve, 2 * REST_MS));
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end; await rest()) {
    const times = await tab
      .evaluate<VisitTimes | null>(`(() => {
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        if (location.href !== '${place}' || !paint || !globalThis.toldAt) return null;
        return { painted: performance.timeOrigin + paint.startTime, told: performance.timeOrigin + globalThis.toldAt };
      })()`)
      // The document is replaced while it is asked.
      .catch(() => null);
    if (times) return times;
  }
  throw new Error(`No warning stood in the place of ${host} within 30 s`);
}

const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));
