import { median, type Row } from '../row.ts';
import { BareChromium, type BareTab } from './devtools.ts';
import { endExtensionProcess } from './extension-process.ts';
import { ExtensionVariant } from './extension-variant.ts';
import { ListedBrowser } from './listed-browser.ts';
import { loadPage, measuredTab, type PageLoad } from './page-load.ts';
import { RealisticPages } from './realistic-pages.ts';

const WARM_ROUNDS = 6;
const FRESH_ROUNDS = 4;
const EXTENSION_ROUNDS = 3;
const COLD_ROUNDS = 4;
const LATE_ROUNDS = 4;
/** Milliseconds of a server that takes its time, as most do. */
const LATE_MS = 200;
const ENTRIES = 100_000;
const MEASURES = { paint: 'first contentful paint', load: 'load event', blocking: 'total blocking time' } as const;

/** `domain` is that under which the pages are loaded. */
type Column = { readonly name: string; readonly browser: BareChromium; readonly domain: string };
const EVERYWHERE = 'bench.test';
const GUARDLESS = 'guardless.test';
const CURTAINED = 'curtained.test';
const CURTAIN = 'the barest curtain';

/**
 * What the extension adds to generated pages of many kinds, paired: every round loads the same page in every column. What the guard adds
 * is measured within one browser, where it stands under one domain and not under the other: two browsers with the same extension
 * differ by up to five milliseconds. Beside it stands the least that hides a page until the worker has answered, because milliseconds
 * depend on the machine. Pages follow each other in one tab, as they do for a person; the rows of new tabs show what comes with the first
 * page of a process, where the browser builds everything that the guard touches.
 */
export async function pageCostRows(): Promise<Row[]> {
  const pages = new RealisticPages();
  await pages.start();
  const variants = {
    whole: ExtensionVariant.withGuardBeside({ nothing: GUARDLESS, curtain: CURTAINED }),
    scriptless: ExtensionVariant.withoutScripts(),
    empty: ExtensionVariant.withEmptyScript(),
  };
  const plain = new BareChromium();
  const browsers: ListedBrowser[] = [];
  const open = async (folder: string) => {
    const browser = await ListedBrowser.open({ folder, entries: ENTRIES, sites: pages.port });
    browsers.push(browser);
    return browser.chromium;
  };
  try {
    await plain.start([`--host-resolver-rules=EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${pages.port}`]);
    const column = (name: string, browser: BareChromium, domain = EVERYWHERE) => ({ name, browser, domain });
    const wary = await open(variants.whole.folder);
    const whole = column('Wary', wary);
    const guardless = column('Wary without the guard', wary, GUARDLESS);
    const curtained = column(CURTAIN, wary, CURTAINED);
    const scriptless = column('Wary without scripts in pages', await open(variants.scriptless.folder));
    const empty = column('an empty idle script', await open(variants.empty.folder));
    const none = column('no extension', plain);
    // A page that follows another one in its browser is faster than one that follows a pause: these take turns alone.
    const beside = [guardless, curtained, whole];
    const warm = await rounds(WARM_ROUNDS, beside, inOneTab());
    const late = await rounds(LATE_ROUNDS, beside, inOneTab(), `&wait=${LATE_MS}`);
    const fresh = await rounds(FRESH_ROUNDS, beside, inNewTabs());
    const all = await rounds(EXTENSION_ROUNDS, [none, scriptless, empty, whole], inNewTabs());
    const cold = await rounds(COLD_ROUNDS, [guardless, whole], inNewTabs(endExtensionProcess));
    const group = (state: string, count: number) =>
      `Page load, ${RealisticPages.NAMES.length} kinds of pages × ${count} rounds, ${state}: added, median (mean: without the outer fifths)`;
    const guarded = [CURTAIN, 'Wary'];
    return [
      ...added(group('one tab, warm worker', WARM_ROUNDS), warm, 'Wary without the guard', guarded),
      ...added(
        group(`one tab, warm worker, server answers after ${LATE_MS} ms`, LATE_ROUNDS),
        late,
        'Wary without the guard',
        guarded,
      ),
      ...added(group('a new tab each, warm worker', FRESH_ROUNDS), fresh, 'Wary without the guard', guarded),
      ...added(group('a new tab each, warm worker', EXTENSION_ROUNDS), all, 'no extension', [
        'Wary without scripts in pages',
        'an empty idle script',
        'Wary',
      ]),
      ...added(group('a new tab each, worker and its process ended', COLD_ROUNDS), cold, 'Wary without the guard', [
        'Wary',
      ]),
    ];
  } finally {
    await plain.stop();
    for (const browser of browsers) await browser.close();
    for (const variant of Object.values(variants)) variant.remove();
    await pages.stop();
  }
}

type Rounds = ReadonlyMap<string, readonly PageLoad[]>;

/** How pages come into tabs. */
type Loader = { load(column: Column, url: string): Promise<PageLoad>; end(): Promise<void> };

/** One page after the other in one tab of each column, as a person browses: page and API of the browser live in a process that runs. */
function inOneTab(): Loader {
  const tabs = new Map<string, BareTab>();
  return {
    async load({ name, browser }, url) {
      const tab = tabs.get(name) ?? (await measuredTab(browser));
      tabs.set(name, tab);
      return loadPage(tab, url);
    },
    async end() {
      for (const tab of tabs.values()) await tab.close();
    },
  };
}

/**
 * Each page in a tab, and mostly a process, of its own.
 * @param before what is done ahead of each load
 */
function inNewTabs(before?: (browser: BareChromium, tab: BareTab) => Promise<void>): Loader {
  return {
    async load({ browser }, url) {
      const tab = await measuredTab(browser);
      await before?.(browser, tab);
      const load = await loadPage(tab, url);
      await tab.close();
      return load;
    },
    end: async () => undefined,
  };
}

/** Loads every page in every column, `count` times, the order of the columns turning; one round before is not counted. */
async function rounds(count: number, columns: readonly Column[], loader: Loader, query = ''): Promise<Rounds> {
  const loads = new Map<string, PageLoad[]>(columns.map(({ name }) => [name, []]));
  for (let round = -1; round < count; round += 1)
    for (const [at, page] of RealisticPages.NAMES.entries())
      for (let turn = 0; turn < columns.length; turn += 1) {
        const column = columns[(turn + at + round + 1) % columns.length]!;
        const load = await loader.load(column, `http://${page}.${column.domain}/?${round}${query}`);
        if (round >= 0) loads.get(column.name)!.push(load);
      }
  await loader.end();
  return loads;
}

function added(group: string, rounds: Rounds, against: string, names: readonly string[]): Row[] {
  const base = rounds.get(against)!;
  return names.flatMap((name) =>
    Object.entries(MEASURES).map(([measure, words]) => {
      const of = (load: PageLoad) => load[measure as keyof typeof MEASURES];
      const differences = (column: string) => rounds.get(column)!.map((load, at) => of(load) - of(base[at]!));
      const mean = innerMean(differences(name));
      const compared = measure === 'paint' && name !== CURTAIN && names.includes(CURTAIN);
      return {
        group,
        name: `${words}: ${name} over ${against}`,
        value: median(differences(name)),
        unit: 'ms',
        detail: `over ${median(base.map(of)).toFixed(0)} ms, mean ${mean.toFixed(1)} ms`,
        ...(compared ? { against: `${CURTAIN}, means`, ratio: mean / innerMean(differences(CURTAIN)) } : {}),
      };
    }),
  );
}

/** Mean of the middle three fifths: times come in steps of 4 ms, which a median does not see through. */
function innerMean(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const cut = Math.floor(sorted.length / 5);
  const inner = sorted.slice(cut, sorted.length - cut);
  return inner.reduce((sum, value) => sum + value, 0) / inner.length;
}
