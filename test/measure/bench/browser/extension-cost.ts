import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { uint32Source } from '../../../fixtures/blocklist/random.ts';
import { printRows, type Row } from '../row.ts';
import { BareChromium } from './devtools.ts';
import { ExtensionVariant } from './extension-variant.ts';
import { ListedBrowser } from './listed-browser.ts';
import type { PageLoad } from './page-load.ts';
import { type Column, innerMean, type Rounds, rounds } from './page-rounds.ts';
import { RealisticPages } from './realistic-pages.ts';

/**
 * `npm run measure -- load [--rounds N] [--build FOLDER …] [--peer FOLDER …]`: what the whole extension adds to a page in a
 * new tab, beside one empty content script, other builds of it, and other extensions (unpacked folders). Milliseconds depend
 * on the machine, so each page is loaded in all browsers in turn.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    build: { type: 'string', multiple: true, default: [] },
    peer: { type: 'string', multiple: true, default: [] },
  },
});
const ROUNDS = Number(values.rounds);
const ENTRIES = 100_000;
const DOMAIN = 'bench.test';
const NONE = 'no extension';
const EMPTY = 'an empty idle script';
const WARY = 'Wary';
const CHECKING = 'Wary with the wallet check';
const MEASURES = { paint: 'first contentful paint', load: 'load event' } as const;
type Measure = keyof typeof MEASURES;
/** Resamples of an interval. */
const RESAMPLES = 2_000;

await (await import('../../../e2e/harness/build.ts')).default();
printRows(await rowsOfLoads());
process.exit(0);

async function rowsOfLoads(): Promise<Row[]> {
  const pages = new RealisticPages();
  await pages.start();
  await using ends = new AsyncDisposableStack();
  ends.defer(() => pages.stop());
  const columns: Column[] = [];
  const variants = {
    [EMPTY]: ExtensionVariant.withEmptyScript(),
    [WARY]: new ExtensionVariant((scripts) => [...scripts]),
    [CHECKING]: ExtensionVariant.withWalletCheck(),
  };
  for (const variant of Object.values(variants)) ends.defer(() => variant.remove());
  await addBare(NONE);
  const own = Object.entries(variants).map(([name, { folder }]) => [name, folder] as const);
  for (const [name, folder] of [...own, ...values.build.map(named)]) {
    const browser = await ListedBrowser.open({ folder, entries: ENTRIES, sites: pages.port });
    ends.defer(() => browser.close());
    columns.push({ name, browser: browser.chromium, domain: DOMAIN });
  }
  for (const [name, folder] of values.peer.map(named))
    await addBare(name, `--disable-extensions-except=${folder}`, `--load-extension=${folder}`);
  const names = columns.map(({ name }) => name);
  const one = await rounds(ROUNDS, columns);
  const frames = await rounds(ROUNDS, columns, [RealisticPages.FRAMES]);
  return [
    ...rowsOf(`${RealisticPages.NAMES.length} kinds of pages × ${ROUNDS} rounds`, names, one),
    ...rowsOf(`a page with 50 frames of other sites × ${ROUNDS} rounds`, names, frames),
  ];

  async function addBare(name: string, ...args: readonly string[]): Promise<void> {
    const browser = new BareChromium();
    ends.defer(() => browser.stop());
    await browser.start([...args, `--host-resolver-rules=EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${pages.port}`]);
    columns.push({ name, browser, domain: DOMAIN });
  }
}

function named(folder: string): readonly [name: string, folder: string] {
  return [basename(folder), folder];
}

/** What each adds over no extension, and how that of Wary compares with it, whole and beyond an empty script. */
function rowsOf(pages: string, names: readonly string[], loads: Rounds): Row[] {
  return (Object.keys(MEASURES) as Measure[]).flatMap((measure) => {
    const of = (name: string) => loads.get(name)!.map((load: PageLoad) => load[measure]);
    const added = (name: string) => of(name).map((value, at) => value - of(NONE)[at]!);
    const [wary, empty] = [added(WARY), added(EMPTY)];
    return names
      .filter((name) => name !== NONE)
      .map((name) => {
        const other = added(name);
        const beyond = (values: readonly number[]) => values.map((value, at) => value - empty[at]!);
        return {
          group: `${MEASURES[measure]}, ${pages}, a new tab each: added over no extension (${innerMean(of(NONE)).toFixed(0)} ms), mean without the outer fifths`,
          name,
          value: innerMean(other),
          unit: 'ms',
          detail: [
            ...(name === WARY ? [] : [`Wary ${ratioText(wary, other)}`]),
            ...(name === EMPTY || name === WARY
              ? []
              : [`beyond the empty script ${ratioText(beyond(wary), beyond(other))}`]),
          ].join('; '),
        };
      });
  });
}

function ratioText(values: readonly number[], bases: readonly number[]): string {
  const { low, high } = intervalOf(values, bases);
  return `${(innerMean(values) / innerMean(bases)).toFixed(2)} × (95 %: ${low.toFixed(2)} to ${high.toFixed(2)})`;
}

/** The interval of the ratio of two means by the percentiles of resampled pairs. The generator is fixed: the same loads give the same bounds. */
function intervalOf(values: readonly number[], bases: readonly number[]): { low: number; high: number } {
  const random = uint32Source(1);
  const ratios = Array.from({ length: RESAMPLES }, () => {
    const picked = values.map(() => random() % values.length);
    return innerMean(picked.map((at) => values[at]!)) / innerMean(picked.map((at) => bases[at]!));
  }).sort((one, other) => one - other);
  return { low: ratios[Math.floor(0.025 * RESAMPLES)]!, high: ratios[Math.floor(0.975 * RESAMPLES)]! };
}
