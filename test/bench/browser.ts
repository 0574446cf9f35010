import { existsSync } from 'node:fs';
import { join } from 'node:path';
import build, { EXTENSION } from '../e2e/harness/build.ts';
import { BareChromium } from './devtools.ts';
import { writeEmptyExtension } from './empty-extension.ts';
import { ListServer } from './list-server.ts';
import { EXTENSION_ID, ListedBrowser } from './listed-browser.ts';
import { pageCostRows } from './page-cost.ts';
import { median, percentile, type Row } from './row.ts';

/** A document of the extension that asks the worker nothing by itself, as the page of the empty extension. */
const QUIET_PAGE = 'manifest.json';
const WAKES = 25;

/** What the extension costs in a real Chromium: cold worker to first verdict, and added page load. */
export async function browserRows(): Promise<Row[]> {
  if (!existsSync(join(EXTENSION, 'manifest.json')) || !process.env.WARY_SKIP_BUILD) await build();
  return [...(await wakeRows()), ...(await pageCostRows())];
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
    const listed = await ListedBrowser.open({ folder: EXTENSION, entries, sites: 9 });
    try {
      const message = `{ name: 'warningDescribe', request: { url: '${ListServer.LISTED}', settle: false } }`;
      const page = `chrome-extension://${EXTENSION_ID}/${QUIET_PAGE}`;
      const times = await wake(listed.chromium, page, message, 'checking');
      rows.push({
        group,
        name: `Wary with ${entries.toLocaleString('en')} entries (p95 ${percentile(times, 0.95).toFixed(0)} ms)`,
        value: median(times),
        unit: 'ms',
        against: 'an empty worker',
        ratio: median(times) / median(emptyWake),
      });
    } finally {
      await listed.close();
    }
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
