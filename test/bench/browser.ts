import { existsSync } from 'node:fs';
import { join } from 'node:path';
import build, { EXTENSION } from '../e2e/harness/build.ts';
import { BareChromium, type BareTab } from './devtools.ts';
import { writeEmptyExtension } from './empty-extension.ts';
import { ListServer } from './list-server.ts';
import { EXTENSION_ID, ListedBrowser } from './listed-browser.ts';
import { pageCostRows } from './page-cost.ts';
import { median, percentile, type Row } from './row.ts';

/** A document of the extension that asks the worker nothing by itself, as the page of the empty extension. */
const QUIET_PAGE = 'manifest.json';
const WAKES = 31;

/** What the extension costs in a real Chromium: cold worker to first verdict, and added page load. */
export async function browserRows(): Promise<Row[]> {
  if (!existsSync(join(EXTENSION, 'manifest.json')) || !process.env.WARY_SKIP_BUILD) await build();
  return [...(await wakeRows()), ...(await pageCostRows())];
}

/** A browser whose worker is woken by a message. `kind` is that of the verdict which the answer must carry. */
type Sleeper = { readonly tab: BareTab; readonly message: string; readonly kind?: string; readonly times: number[] };

async function wakeRows(): Promise<Row[]> {
  const group = 'Cold worker to the local verdict on a listed address, message to answer';
  const empty = writeEmptyExtension();
  const bare = new BareChromium();
  const browsers: ListedBrowser[] = [];
  try {
    await bare.start([`--disable-extensions-except=${empty.folder}`, `--load-extension=${empty.folder}`]);
    const none = await sleeper(bare, `chrome-extension://${empty.id}/page.html`, '{}');
    const listed = new Map<number, Sleeper>();
    for (const entries of [100_000, 1_000_000]) {
      const browser = await ListedBrowser.open({ folder: EXTENSION, entries, sites: 9 });
      browsers.push(browser);
      const message = `{ name: 'warningDescribe', request: { url: '${ListServer.LISTED}', settle: false } }`;
      const page = `chrome-extension://${EXTENSION_ID}/${QUIET_PAGE}`;
      listed.set(entries, await sleeper(browser.chromium, page, message, 'checking'));
    }
    for (let round = -1; round < WAKES; round += 1)
      for (const each of [none, ...listed.values()]) {
        const ms = await wake(each);
        if (round >= 0) each.times.push(ms);
      }
    return [
      { group, name: 'an empty worker', value: median(none.times), unit: 'ms' },
      ...[...listed].map(([entries, { times }]) => ({
        group,
        name: `Wary with ${entries.toLocaleString('en')} entries (p95 ${percentile(times, 0.95).toFixed(0)} ms)`,
        value: median(times),
        unit: 'ms',
        against: 'an empty worker',
        ratio: median(times) / median(none.times),
      })),
    ];
  } finally {
    for (const browser of browsers) await browser.close();
    await bare.stop();
    empty.remove();
  }
}

async function sleeper(browser: BareChromium, page: string, message: string, kind?: string): Promise<Sleeper> {
  const tab = await browser.tab(page);
  await tab.evaluate(`new Promise((resolve) => setTimeout(resolve, 1500))`);
  await tab.send('ServiceWorker.enable');
  return { tab, message, times: [], ...(kind === undefined ? {} : { kind }) };
}

/** Milliseconds from a message to its answer, with the worker stopped before. */
async function wake({ tab, message, kind }: Sleeper): Promise<number> {
  await tab.send('ServiceWorker.stopAllWorkers');
  await tab.evaluate(`new Promise((resolve) => setTimeout(resolve, 150))`);
  const [ms, answered] = await tab.evaluate<[number, string | null]>(`(async () => {
    const start = performance.now();
    const answer = await chrome.runtime.sendMessage(${message});
    return [performance.now() - start, answer.verdict?.kind ?? null];
  })()`);
  if (kind && answered !== kind) throw new Error(`The verdict is ${answered} instead of ${kind}`);
  return ms;
}
