import { uint32Source } from '../../../fixtures/blocklist/random.ts';
import type { Row } from '../row.ts';
import { BareChromium } from './devtools.ts';
import { ExtensionVariant } from './extension-variant.ts';
import { ListedBrowser } from './listed-browser.ts';
import type { PageLoad } from './page-load.ts';
import { type Column, inNewTabs, innerMean, type Rounds, rounds } from './page-rounds.ts';
import { RealisticPages } from './realistic-pages.ts';

const ROUNDS = 6;
const ENTRIES = 100_000;
const DOMAIN = 'bench.test';
const NONE = 'no extension';
const EMPTY = 'an empty idle script';
const WARY = 'Wary';
const CHECKING = 'Wary with the wallet check';
const MEASURES = { paint: 'first contentful paint', load: 'load event' } as const;
/** Resamples of an interval. */
const RESAMPLES = 2_000;

/**
 * What the whole extension adds to a page in a new tab, over what one empty content script adds in the same run, because milliseconds
 * depend on the machine. Each page is loaded in all four browsers in turn. Takes seven minutes.
 */
export async function extensionCostRows(): Promise<Row[]> {
  const pages = new RealisticPages();
  await pages.start();
  const variants = {
    [WARY]: new ExtensionVariant((scripts) => [...scripts]),
    [CHECKING]: ExtensionVariant.withWalletCheck(),
    [EMPTY]: ExtensionVariant.withEmptyScript(),
  };
  const plain = new BareChromium();
  const listed: ListedBrowser[] = [];
  try {
    await plain.start([`--host-resolver-rules=EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${pages.port}`]);
    const columns: Column[] = [{ name: NONE, browser: plain, domain: DOMAIN }];
    for (const [name, { folder }] of Object.entries(variants)) {
      const browser = await ListedBrowser.open({ folder, entries: ENTRIES, sites: pages.port });
      listed.push(browser);
      columns.push({ name, browser: browser.chromium, domain: DOMAIN });
    }
    const loads = await rounds(ROUNDS, columns, inNewTabs());
    return Object.keys(MEASURES).flatMap((measure) => rowsOf(measure as keyof typeof MEASURES, loads));
  } finally {
    await plain.stop();
    for (const browser of listed) await browser.close();
    for (const variant of Object.values(variants)) variant.remove();
    await pages.stop();
  }
}

function rowsOf(measure: keyof typeof MEASURES, loads: Rounds): Row[] {
  const of = (name: string) => loads.get(name)!.map((load: PageLoad) => load[measure]);
  const added = (name: string) => of(name).map((value, at) => value - of(NONE)[at]!);
  const [wary, empty] = [added(WARY), added(EMPTY)];
  const checking = added(CHECKING);
  const { low, high } = intervalOf(wary, empty);
  const row = (name: string, values: readonly number[]) => ({
    group: `Extension cost, ${RealisticPages.NAMES.length} kinds of pages × ${ROUNDS} rounds, a new tab each: added over no extension, mean without the outer fifths`,
    name: `${MEASURES[measure]}: ${name}`,
    value: innerMean(values),
    unit: 'ms',
  });
  return [
    { ...row(EMPTY, empty), detail: `over ${innerMean(of(NONE)).toFixed(0)} ms` },
    {
      ...row(WARY, wary),
      against: EMPTY,
      ratio: innerMean(wary) / innerMean(empty),
      detail: `95 % interval of the ratio ${low.toFixed(2)} to ${high.toFixed(2)}`,
    },
    { ...row(CHECKING, checking), against: WARY, ratio: innerMean(checking) / innerMean(wary) },
  ];
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
