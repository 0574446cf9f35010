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
  /**
   * Iterations of the benchmark in one run; Speedometer's own number is 10. With a single one, what a suite leaves behind is collected in
   * the next suite of one browser and in this one of another: Vue then took 1.6 times as long, and jQuery 0.8 times.
   */
  readonly iterations: number;
  /** Leave out the runs with one script alone. */
  readonly isWholeOnly: boolean;
};

const ENTRIES = 100_000;
const VIEW = { width: 1_280, height: 1_000, deviceScaleFactor: 1, mobile: false };
const TIMEOUT_MS = 600_000;
const NONE = 'no extension';
/** How many suites are named of those that changed most. */
const NAMED_SUITES = 3;

/** The score of a run, and how long each suite took (ms), by name. */
type Run = { readonly score: number; readonly suites: Readonly<Record<string, number>> };

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
    const runs = new Map([...browsers.keys()].map((name) => [name, [] as Run[]]));
    const names = [...browsers.keys()];
    for (let round = 0; round < pairs; round += 1) {
      for (let turn = 0; turn < names.length; turn += 1) {
        const name = names[(turn + round) % names.length]!;
        runs.get(name)!.push(await runIn(browsers.get(name)!, iterations));
      }
      console.error(
        `Round ${round + 1} of ${pairs}: ${names.map((name) => `${name} ${runs.get(name)!.at(-1)!.score.toFixed(2)}`).join(', ')}`,
      );
    }
    return Object.keys(variants).map((name) => rowOf(name, runs.get(name)!, runs.get(NONE)!, iterations));
  } finally {
    await plain.stop();
    for (const browser of listed) await browser.close();
    for (const variant of Object.values(variants)) variant.remove();
    await files.stop();
  }
}

function rowOf(name: string, runs: readonly Run[], bases: readonly Run[], iterations: number): Row {
  const scoreOf = ({ score }: Run) => score;
  const ratio = ratioOf(runs.map((run, at) => [run.score, bases[at]!.score] as const));
  const bounds = `95 % interval ${ratio.low.toFixed(3)} to ${ratio.high.toFixed(3)}`;
  return {
    group: `Speedometer 3, ${iterations} iterations a run: score over that of no extension in the same round, median`,
    name,
    value: ratio.median,
    unit: '×',
    detail: `${bounds}, ${runs.length} pairs, score ${median(runs.map(scoreOf)).toFixed(2)}; time of the suites that changed most: ${changedMost(runs, bases)}`,
  };
}

function changedMost(runs: readonly Run[], bases: readonly Run[]): string {
  return Object.keys(runs[0]!.suites)
    .map((suite) => ({
      suite,
      ratio: median(runs.map(({ suites }, at) => suites[suite]! / bases[at]!.suites[suite]!)),
    }))
    .sort((one, other) => Math.abs(Math.log(other.ratio)) - Math.abs(Math.log(one.ratio)))
    .slice(0, NAMED_SUITES)
    .map(({ suite, ratio }) => `${suite} ${ratio.toFixed(2)} ×`)
    .join(', ');
}

/** One run in a new tab, which is closed afterwards. @throws Error where it does not end within ten minutes */
async function runIn(browser: BareChromium, iterations: number): Promise<Run> {
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
      const run = await tab.evaluate<Run | null>(RUN);
      if (run?.score === 0 || Date.now() > until) throw new Error('Speedometer did not run to its end');
      if (run !== null) return run;
    }
  } finally {
    await tab.close();
  }
}

/** Expression for the run, null until it has finished. Names with a slash are those of the steps of a suite. */
const RUN = `globalThis.benchmarkClient?.hasFinished()
  ? {
      score: benchmarkClient.metrics.Score?.mean ?? 0,
      suites: Object.fromEntries(
        Object.entries(benchmarkClient.metrics)
          .filter(([name]) => !/[/]|^(Score|Geomean|Iteration)/.test(name))
          .map(([name, { mean }]) => [name, mean]),
      ),
    }
  : null`;
