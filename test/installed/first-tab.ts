import { setTimeout as pause } from 'node:timers/promises';
import { BareChromium } from '../bench/devtools.ts';
import { median } from '../bench/row.ts';
import { SERVICE_HOST, type Service } from '../e2e/harness/service.ts';
import { storeSettings } from '../e2e/harness/settings.ts';
import type { Site } from '../e2e/harness/site.ts';

export type Bench = { readonly service: Service; readonly site: Site; readonly id: string; readonly display?: string };
/** What the first tab of a browser start does: it opens a page that is listed, or one that was listed while it was closed. */
export type FirstTab = 'given, never confirmed' | 'given, confirmed before' | 'restored, listed meanwhile';
/** `unguarded` where the browser had not put the guard into the page before its first script. */
export type Start = { request: boolean; script: boolean; unguarded: boolean; visible: boolean; warned: number };

/** So long that a browser which runs would have polled; after less, its list may be behind as while it runs. */
const CLOSED_MS = 35_000;

/** One profile with the extension in it as the machine put it there. */
export class InstalledBrowser {
  readonly #chromium = new BareChromium();
  readonly #bench: Bench;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** Starts it for the first time. @throws Error where the extension is not installed, or has no list, within half a minute */
  async install(entries: number): Promise<void> {
    await this.#start('about:blank');
    await this.#until(
      (url) => url.startsWith(`chrome-extension://${this.#bench.id}/`),
      30_000,
      'Nothing was installed',
    );
    const tab = await this.#chromium.tab(`chrome-extension://${this.#bench.id}/settings.html`);
    const apiKey = JSON.stringify(this.#bench.service.keys.publishable);
    await tab.evaluate(storeSettings(`{ "apiKey": ${apiKey} }`));
    const held = await tab.evaluate<number>(`(async () => {
      for (let attempt = 0; attempt < 60; attempt += 1) {
        const health = await chrome.runtime.sendMessage({ name: 'listSync', request: {} });
        if (health?.list?.entries >= ${entries}) return health.list.entries;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      return 0;
    })()`);
    await tab.close();
    if (held < entries) throw new Error('The extension did not get the list within 30 s');
  }

  /** Closes it, starts it with a page in its first tab, and looks only from outside until the warning stands there. */
  async start(first: FirstTab, host: string): Promise<Start> {
    const { site, service } = this.#bench;
    const url = `http://${host}/`;
    site.on(host, '/', page());
    if (first !== 'given, never confirmed') await this.#visit(url, first === 'given, confirmed before');
    await this.#chromium.close();
    if (first === 'restored, listed meanwhile') {
      await service.command('block', host);
      await pause(CLOSED_MS);
    }
    const before = site.seen.length;
    const restores = first === 'restored, listed meanwhile';
    const begun = performance.now();
    await this.#start(restores ? null : url, restores ? ['--restore-last-session'] : []);
    await this.#until(
      (shown) => shown.endsWith(`/warning.html#${url}`),
      20_000,
      `No warning stood in the place of ${url}`,
    );
    const warned = performance.now() - begun;
    await pause(300);
    const seen = site.seen.slice(before).filter((request) => request.host === host);
    const of = (path: string) => seen.some((request) => request.path === path);
    return { request: of('/'), script: of('/ran'), unguarded: of('/unguarded'), visible: of('/visible'), warned };
  }

  remove(): Promise<void> {
    return this.#chromium.stop();
  }

  #start(page: string | null, more: readonly string[] = []): Promise<void> {
    const { service, site, display } = this.#bench;
    const names = `MAP ${SERVICE_HOST} 127.0.0.1:${service.port}, EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${site.port}`;
    return this.#chromium.start([`--host-resolver-rules=${names}`, ...more], {
      networking: true,
      page,
      ...(display === undefined ? {} : { display }),
    });
  }

  /** Opens a page for the next start to find: one that is listed has to be stopped by then. */
  async #visit(url: string, isListed: boolean): Promise<void> {
    await this.#chromium.send('Target.createTarget', { url });
    if (isListed) await this.#until((shown) => shown.endsWith(`#${url}`), 10_000, `${url} was not stopped`);
    // The browser writes down what is open, and the worker its rules.
    await pause(3_000);
  }

  async #until(holds: (url: string) => boolean, limit: number, failure: string): Promise<void> {
    const end = performance.now() + limit;
    let urls: string[] = [];
    while (performance.now() < end) {
      const { targetInfos } = (await this.#chromium.send('Target.getTargets')) as { targetInfos: { url: string }[] };
      urls = targetInfos.map(({ url }) => url);
      if (urls.some(holds)) return;
      await pause(20);
    }
    throw new Error(`${failure} within ${limit / 1_000} s; open are ${urls.join(', ')}`);
  }
}

/** What some starts showed, in words. */
export function summary(starts: readonly Start[]): string {
  const count = (kind: 'request' | 'script' | 'unguarded' | 'visible') => starts.filter((start) => start[kind]).length;
  return `request ${count('request')}, script ${count('script')}, without the guard ${count('unguarded')}, visible ${count('visible')} of ${starts.length}; warning after ${median(starts.map(({ warned }) => warned)).toFixed(0)} ms`;
}

/** Says when a script of it runs, whether the guard was there before it, and when its first frame is not hidden. */
const page = (): string => {
  const guard = "if(document.documentElement.style.opacity!=='0')navigator.sendBeacon('/unguarded');";
  const look = `requestAnimationFrame(()=>{const s=getComputedStyle(document.documentElement);if(s.opacity!=='0'&&s.display!=='none')navigator.sendBeacon('/visible')})`;
  return `<!doctype html><style>html{background:#e00}</style><script>navigator.sendBeacon('/ran');${guard}${look}</script><h1>listed</h1>`;
};
