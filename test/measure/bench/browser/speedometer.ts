import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FolderServer } from '../../../fixtures/folder-server.ts';
import { ratioOf } from '../ratio.ts';
import { median, type Row } from '../row.ts';
import { BareChromium } from './devtools.ts';
import { ExtensionVariant } from './extension-variant.ts';
import { ListedBrowser } from './listed-browser.ts';

export type SpeedometerOptions = {
  /** A folder with the files of WebKit/Speedometer. */
  readonly from: string;
  /** Iterations of the benchmark in each browser. */
  readonly pairs: number;
  /**
   * Iterations in one tab; Speedometer's own number is 10. With a single one, what a suite leaves behind is collected in the next suite of
   * one browser and in this one of another: Vue then took 1.6 times as long, and jQuery 0.8 times.
   */
  readonly iterations: number;
  /** Leave out the browsers with one script alone. */
  readonly isWholeOnly: boolean;
};

const ENTRIES = 100_000;
const VIEW = { width: 1_280, height: 1_000, deviceScaleFactor: 1, mobile: false };
/** Milliseconds between two iterations, in which a browser ends what it does after one. */
const REST_MS = 200;
const NONE = 'no extension';
/** How many suites are named of those that changed most. */
const NAMED_SUITES = 3;

/** The score of an iteration, and how long each suite took (ms), by name. */
type Iteration = { readonly score: number; readonly suites: Readonly<Record<string, number>> };

/**
 * Speedometer 3 with the extension, with an empty script in its place, and with each of its scripts that any page may have, over no extension.
 * Each browser has its tab, and they run one iteration after the other in turn, the order turning too: what the machine does meanwhile slows all
 * of them, and an iteration is compared with that of the same turn. Below 1 is slower.
 * @throws Error where the folder holds no Speedometer, or an iteration fails
 */
export async function speedometerRows(options: SpeedometerOptions): Promise<Row[]> {
  const { from, pairs, iterations, isWholeOnly } = options;
  if (!existsSync(join(from, 'resources/main.mjs')))
    throw new Error(`${from} holds no Speedometer: fetch WebKit/Speedometer into a folder outside the repository`);
  const files = new FolderServer(from);
  await files.start();
  const variants: Readonly<Record<string, ExtensionVariant>> = {
    Wary: new ExtensionVariant((scripts) => [...scripts]),
    'an empty idle script, with our worker': ExtensionVariant.withEmptyScript(),
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
    const measured = new Map([...browsers.keys()].map((name) => [name, [] as Iteration[]]));
    for (let done = 0; done < pairs; done += iterations) {
      await runInTurn(browsers, Math.min(iterations, pairs - done), measured);
      const scores = [...measured].map(([name, all]) => `${name} ${median(all.map(scoreOf)).toFixed(2)}`);
      console.error(`${Math.min(done + iterations, pairs)} of ${pairs} iterations: ${scores.join(', ')}`);
    }
    return Object.keys(variants).map((name) => rowOf(name, measured.get(name)!, measured.get(NONE)!, iterations));
  } finally {
    await plain.stop();
    for (const browser of listed) await browser.close();
    for (const variant of Object.values(variants)) variant.remove();
    await files.stop();
  }
}

const scoreOf = ({ score }: Iteration): number => score;

function rowOf(name: string, measured: readonly Iteration[], bases: readonly Iteration[], iterations: number): Row {
  const ratio = ratioOf(measured.map(({ score }, at) => [score, bases[at]!.score] as const));
  const bounds = `95 % interval ${ratio.low.toFixed(3)} to ${ratio.high.toFixed(3)}`;
  return {
    group: `Speedometer 3, ${iterations} iterations a tab, browsers in turn: score over that of no extension in the same turn, median`,
    name,
    value: ratio.median,
    unit: '×',
    detail: `${bounds}, ${measured.length} pairs, score ${median(measured.map(scoreOf)).toFixed(2)}; time of the suites that changed most: ${changedMost(measured, bases)}`,
  };
}

function changedMost(measured: readonly Iteration[], bases: readonly Iteration[]): string {
  return Object.keys(measured[0]!.suites)
    .map((suite) => ({
      suite,
      ratio: median(measured.map(({ suites }, at) => suites[suite]! / bases[at]!.suites[suite]!)),
    }))
    .sort((one, other) => Math.abs(Math.log(other.ratio)) - Math.abs(Math.log(one.ratio)))
    .slice(0, NAMED_SUITES)
    .map(({ suite, ratio }) => `${suite} ${ratio.toFixed(2)} ×`)
    .join(', ');
}

/** Runs so many iterations in a new tab of each browser, one browser at a time, and adds them to what was measured. */
async function runInTurn(
  browsers: ReadonlyMap<string, BareChromium>,
  iterations: number,
  measured: ReadonlyMap<string, Iteration[]>,
): Promise<void> {
  const tabs = await Promise.all([...browsers].map(async ([name, browser]) => [name, await openIn(browser)] as const));
  for (let turn = 0; turn < iterations; turn += 1)
    for (let at = 0; at < tabs.length; at += 1) {
      const [name, tab] = tabs[(at + turn) % tabs.length]!;
      measured.get(name)!.push(await tab.evaluate<Iteration>('nextIteration()'));
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    }
  await Promise.all(tabs.map(([, tab]) => tab.close()));
}

/** A tab with Speedometer, which waits before each iteration. */
async function openIn(browser: BareChromium) {
  const tab = await browser.tab('about:blank');
  await tab.send('Emulation.setDeviceMetricsOverride', VIEW);
  await tab.send('Page.bringToFront');
  await tab.send('Page.navigate', { url: 'http://speedometer.test/' });
  while (!(await tab.evaluate<boolean>('Boolean(globalThis.benchmarkClient)')))
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  await tab.evaluate(STOP_AFTER_EACH);
  return tab;
}

/** Script that makes `nextIteration()` run one iteration and answer what it measured. */
const STOP_AFTER_EACH = `{
  const client = benchmarkClient;
  const { didRunSuites, handleError } = client;
  let proceed = () => client.start();
  let settle;
  client.didRunSuites = async (measured) => {
    await didRunSuites.call(client, measured);
    const suites = Object.entries(measured.tests).map(([name, { total }]) => [name, total]);
    settle.resolve({ score: measured.score, suites: Object.fromEntries(suites) });
    await new Promise((resolve) => {
      proceed = resolve;
    });
  };
  client.handleError = (error) => {
    settle.reject(error);
    return handleError.call(client, error);
  };
  globalThis.nextIteration = () =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      proceed();
    });
}`;
