import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ALGO_VERSION } from '../../src/asset/index.ts';
import build, { EXTENSION } from '../e2e/harness/build.ts';
import { BareChromium } from './devtools.ts';
import { writeEmptyExtension } from './empty-extension.ts';
import { ListServer } from './list-server.ts';
import { BenchPages } from './pages.ts';
import { median, percentile, type Row } from './row.ts';

const ID = 'kjkkflbkccjafmkkkelpkigadjdimggo';
/** A document of the extension that asks the worker nothing by itself, as the page of the empty extension. */
const QUIET_PAGE = 'manifest.json';
const WAKES = 25;
const ROUNDS = 20;

/** What the extension costs in a real Chromium: cold worker to first verdict, and added page load. */
export async function browserRows(): Promise<Row[]> {
  if (!existsSync(join(EXTENSION, 'manifest.json')) || !process.env.WARY_SKIP_BUILD) build();
  return [...(await wakeRows()), ...(await pageRows())];
}

/** Opens the extension on a list of `entries` random prefixes and waits until it holds it. */
async function withList(entries: number, sites: number, work: (browser: BareChromium) => Promise<void>): Promise<void> {
  const list = new ListServer(ALGO_VERSION, entries);
  await list.start();
  const browser = new BareChromium();
  try {
    await browser.start([
      `--disable-extensions-except=${EXTENSION}`,
      `--load-extension=${EXTENSION}`,
      `--host-resolver-rules=MAP service.wary.test 127.0.0.1:${list.port}, EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${sites}`,
    ]);
    const tab = await browser.tab(`chrome-extension://${ID}/settings.html`);
    await tab.evaluate(`new Promise((resolve) => setTimeout(resolve, 1000))`);
    await tab.evaluate(`chrome.storage.local.set({ settings: { apiKey: 'bench' } })`);
    const held = await tab.evaluate<number>(`(async () => {
      for (let attempt = 0; attempt < 60; attempt += 1) {
        const health = await chrome.runtime.sendMessage({ name: 'listSync', request: {} });
        if (health?.list?.origin === 'service') return health.list.entries;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      return 0;
    })()`);
    if (held !== entries) throw new Error(`The browser holds ${held} entries instead of ${entries}`);
    await tab.close();
    await work(browser);
  } finally {
    await browser.stop();
    await list.stop();
  }
}

async function wakeRows(): Promise<Row[]> {
  const group = 'Cold worker to the local verdict on a listed address, message to answer';
  const empty = writeEmptyExtension();
  const bare = new BareChromium();
  await bare.start([`--disable-extensions-except=${empty.folder}`, `--load-extension=${empty.folder}`]);
  const emptyWake = await wake(bare, `chrome-extension://${empty.id}/page.html`, '{}');
  await bare.stop();
  empty.remove();
  const rows: Row[] = [{ group, name: 'an empty worker', value: median(emptyWake), unit: 'ms' }];
  for (const entries of [100_000, 1_000_000]) {
    await withList(entries, 9, async (browser) => {
      const message = `{ name: 'warningDescribe', request: { url: '${ListServer.LISTED}', settle: false } }`;
      const times = await wake(browser, `chrome-extension://${ID}/${QUIET_PAGE}`, message, 'checking');
      rows.push({
        group,
        name: `Wary with ${entries.toLocaleString('en')} entries (p95 ${percentile(times, 0.95).toFixed(0)} ms)`,
        value: median(times),
        unit: 'ms',
        against: 'an empty worker',
        ratio: median(times) / median(emptyWake),
      });
    });
  }
  return rows;
}

/**
 * Milliseconds from a message to its answer, each with the worker stopped before.
 * @param kind of the verdict that the answer must carry
 */
async function wake(browser: BareChromium, page: string, message: string, kind?: string): Promise<number[]> {
  const tab = await browser.tab(page);
  await tab.evaluate(`new Promise((resolve) => setTimeout(resolve, 1500))`);
  await tab.send('ServiceWorker.enable');
  const times: number[] = [];
  for (let run = 0; run <= WAKES; run += 1) {
    await tab.send('ServiceWorker.stopAllWorkers');
    await tab.evaluate(`new Promise((resolve) => setTimeout(resolve, 150))`);
    const [ms, answered] = await tab.evaluate<[number, string | null]>(`(async () => {
      const start = performance.now();
      const answer = await chrome.runtime.sendMessage(${message});
      return [performance.now() - start, answer.verdict?.kind ?? null];
    })()`);
    if (kind && answered !== kind) throw new Error(`The verdict is ${answered} instead of ${kind}`);
    if (run > 0) times.push(ms);
  }
  await tab.close();
  return times;
}

async function pageRows(): Promise<Row[]> {
  const pages = new BenchPages();
  await pages.start();
  const without = new BareChromium();
  await without.start([`--host-resolver-rules=EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${pages.port}`]);
  const rows: Row[] = [];
  await withList(100_000, pages.port, async (withWary) => {
    const group = 'Page load, 100,000 entries, warm worker, median of paired rounds';
    for (const kind of BenchPages.KINDS) {
      const paints: Record<'without' | 'with', Paint[]> = { without: [], with: [] };
      for (let round = -2; round < ROUNDS; round += 1) {
        const order = round % 2 ? (['without', 'with'] as const) : (['with', 'without'] as const);
        for (const which of order) {
          const paint = await load(which === 'with' ? withWary : without, `http://${kind}.bench.test/?${round}`);
          if (round >= 0) paints[which].push(paint);
        }
      }
      for (const measure of ['fcp', 'load'] as const) {
        const name = `${kind} page, ${measure === 'fcp' ? 'first contentful paint' : 'load event'}`;
        const base = median(paints.without.map((paint) => paint[measure]));
        const ours = median(paints.with.map((paint) => paint[measure]));
        const added = median(paints.with.map((paint, round) => paint[measure] - paints.without[round]![measure]));
        rows.push(
          { group, name: `${name}, without`, value: base, unit: 'ms' },
          {
            group,
            name: `${name}, with (paired difference ${added.toFixed(1)} ms)`,
            value: ours,
            unit: 'ms',
            against: 'without',
            ratio: ours / base,
          },
        );
      }
    }
  });
  await without.stop();
  await pages.stop();
  return rows;
}

type Paint = { fcp: number; load: number };

/** Loads an address in a fresh front tab: paint is only reported there. */
async function load(browser: BareChromium, url: string): Promise<Paint> {
  const tab = await browser.tab('about:blank');
  await tab.send('Page.bringToFront');
  await tab.send('Page.navigate', { url });
  const paint = await tab.evaluate<Paint>(`new Promise((resolve) => {
    const look = () => {
      const fcp = performance.getEntriesByName('first-contentful-paint')[0];
      const navigation = performance.getEntriesByType('navigation')[0];
      if (fcp && navigation?.loadEventEnd > 0) resolve({ fcp: fcp.startTime, load: navigation.loadEventEnd });
      else setTimeout(look, 20);
    };
    look();
  })`);
  await tab.close();
  return paint;
}
