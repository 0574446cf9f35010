import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FolderServer } from '../../fixtures/folder-server.ts';
import { ratioOf } from '../ratio.ts';
import { median, type Row } from '../row.ts';
import { BareChromium } from './devtools.ts';
import { ExtensionVariant } from './extension-variant.ts';
import { ListedBrowser } from './listed-browser.ts';

export type SpeedometerOptions = {
  /** A folder with the files of WebKit/Speedometer. */
  readonly from: string;
  readonly pairs: number;
  /** Iterations of the benchmark in one run. Two and four gave intervals of the same width: what varies is the run, so make more pairs. */
  readonly iterations: number;
  /** Leave out the runs with one script alone. */
  readonly isWholeOnly: boolean;
};

const ENTRIES = 100_000;
const VIEW = { width: 1_280, height: 1_000, deviceScaleFactor: 1, mobile: false };
const TIMEOUT_MS = 600_000;
const NONE = 'no extension';

/**
 * Speedometer 3 with the extension, and with each of its scripts that any page may have, over no extension.
 * Every round runs all of them, the order turning, and each score is compared with the one of its own round: what the machine does meanwhile
 * slows all of them. Below 1 is slower.
 * @throws Error where the folder holds no Speedometer, or a run fails
 */
export async function speedometerRows(options: SpeedometerOptions): Promise<Row[]> {
  const { from, pairs, iterations, isWholeOnly } = options;
  if (!existsSync(join(from, 'resources/main.mjs')))
    throw new Error(`${from} holds no Speedometer: fetch WebKit/Speedometer into a folder outside the repository`);
  const files = new FolderServer(from);
  await files.start();
  const variants: Readonly<Record<string, ExtensionVariant>> = {
    Wary: new ExtensionVariant((scripts) => [...scripts]),
    ...(isWholeOnly
      ? {}
      : {
          'guard and lookout alone': ExtensionVariant.withGuardAlone(),
          'scanner and marks in every page': ExtensionVariant.withScannerEverywhere(),
        }),
  };
  const plain = new BareChromium();
  const listed: ListedBrowser[] = [];
  try {
    await plain.start([`--host-resolver-rules=EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${files.port}`]);
    const browsers = new Map([[NONE, plain]]);
    for (const [name, { folder }] of Object.entries(variants)) {
      const browser = await ListedBrowser.open({ folder, entries: ENTRIES, sites: files.port });
      listed.push(browser);
      browsers.set(name, browser.chromium);
    }
    const scores = new Map([...browsers.keys()].map((name) => [name, [] as number[]]));
    const names = [...browsers.keys()];
    for (let round = 0; round < pairs; round += 1) {
      for (let turn = 0; turn < names.length; turn += 1) {
        const name = names[(turn + round) % names.length]!;
        scores.get(name)!.push(await scoreIn(browsers.get(name)!, iterations));
      }
      console.error(
        `Round ${round + 1} of ${pairs}: ${names.map((name) => `${name} ${scores.get(name)!.at(-1)!.toFixed(2)}`).join(', ')}`,
      );
    }
    return Object.keys(variants).map((name) => rowOf(name, scores.get(name)!, scores.get(NONE)!, iterations));
  } finally {
    await plain.stop();
    for (const browser of listed) await browser.close();
    for (const variant of Object.values(variants)) variant.remove();
    await files.stop();
  }
}

function rowOf(name: string, scores: readonly number[], bases: readonly number[], iterations: number): Row {
  const ratio = ratioOf(scores.map((score, at) => [score, bases[at]!] as const));
  const bounds = `95 % interval ${ratio.low.toFixed(3)} to ${ratio.high.toFixed(3)}`;
  return {
    group: `Speedometer 3, ${iterations} iterations a run: score over that of no extension in the same round, median`,
    name,
    value: ratio.median,
    unit: '×',
    detail: `${bounds}, ${scores.length} pairs, score ${median(scores).toFixed(2)}`,
  };
}

/** One run in a new tab, which is closed afterwards. @throws Error where it does not end within ten minutes */
async function scoreIn(browser: BareChromium, iterations: number): Promise<number> {
  const tab = await browser.tab('about:blank');
  try {
    await tab.send('Emulation.setDeviceMetricsOverride', VIEW);
    await tab.send('Page.bringToFront');
    await tab.send('Page.navigate', {
      url: `http://speedometer.test/?startAutomatically&iterationCount=${iterations}`,
    });
    const until = Date.now() + TIMEOUT_MS;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      // Each question interrupts the run a little, the same for all.
      const score = await tab.evaluate<number | null>(
        'globalThis.benchmarkClient?.hasFinished() ? (globalThis.benchmarkClient.metrics.Score?.mean ?? 0) : null',
      );
      if (score === 0 || Date.now() > until) throw new Error('Speedometer did not run to its end');
      if (score !== null) return score;
    }
  } finally {
    await tab.close();
  }
}
