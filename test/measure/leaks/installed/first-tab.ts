import type { Service } from '../../../e2e/harness/service.ts';
import type { Site } from '../../../e2e/harness/site.ts';
import { Chromium } from '../browser/chromium.ts';
import { pause, until } from '../browser/until.ts';
import { serve } from '../kind/kind.ts';
import { PLAIN } from '../kind/kinds.ts';
import { arrived } from '../measure.ts';
import type { Visit } from '../table/cell.ts';

/** What the first tab of a browser start does: it opens a page that is listed, or one that was listed while it was closed. */
export const FIRST_TABS = ['given, never confirmed', 'given, confirmed before', 'restored, listed meanwhile'] as const;
export type FirstTab = (typeof FIRST_TABS)[number];
export type Bench = { readonly service: Service; readonly site: Site; readonly id: string; readonly display?: string };

/** So long that a browser which runs would have polled; after less, its list may be behind as while it runs. */
const CLOSED_MS = 35_000;

/** Starts it for the first time. @throws Error where the extension is not installed, or has no list, in time */
export async function install({ service, site, id, display }: Bench, entries: number): Promise<Chromium> {
  const ports = { sitePort: site.port, servicePort: service.port };
  const chromium = new Chromium({ ...ports, extensions: [], installed: id, ...(display ? { display } : {}) });
  await chromium.start();
  await shows(chromium, (url) => url.startsWith(chromium.url('')), 30_000);
  await chromium.configure({ apiKey: service.keys.publishable });
  await chromium.synced(entries);
  return chromium;
}

/** Closes the browser, starts it with a page in its first tab, and watches from outside until the warning is shown. */
export async function startAgain(chromium: Chromium, bench: Bench, first: FirstTab, host: string): Promise<Visit> {
  const { site, service } = bench;
  const url = `http://${host}/`;
  const isRestored = first === 'restored, listed meanwhile';
  const isWarning = (shown: string) => shown.endsWith(`/warning.html#${url}`);
  serve(site, host, PLAIN);
  if (first !== 'given, never confirmed') {
    await chromium.open(url, { isQuiet: true });
    if (!isRestored) await shows(chromium, isWarning, 10_000);
    // The browser writes down what is open, and the worker its rules.
    await pause(3_000);
  }
  await chromium.close();
  if (isRestored) {
    await service.command('block', host);
    await pause(CLOSED_MS);
  }
  const before = site.seen.length;
  const begun = performance.now();
  await chromium.start(isRestored ? null : url, isRestored ? ['--restore-last-session'] : []);
  const stood = await shows(chromium, isWarning, 20_000).then(
    () => performance.now(),
    () => null,
  );
  await pause(300);
  return {
    counts: { ...arrived(site, before, host), open: stood === null ? 1 : 0 },
    ms: stood === null ? null : stood - begun,
  };
}

const shows = (chromium: Chromium, holds: (url: string) => boolean, within: number) =>
  until(
    'the browser shows the page',
    async () => (await chromium.pages()).map(({ url }) => url),
    (urls) => urls.some(holds),
    within,
  );
