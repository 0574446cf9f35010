import type { BareChromium, BareTab } from './devtools.ts';
import { loadPage, measuredTab, type PageLoad } from './page-load.ts';
import { RealisticPages } from './realistic-pages.ts';

/** One of the things that are compared. `domain` is that under which the pages are loaded. */
export type Column = { readonly name: string; readonly browser: BareChromium; readonly domain: string };

/** By the name of a column, its loads in the order of the rounds: those at one index are of the same page. */
export type Rounds = ReadonlyMap<string, readonly PageLoad[]>;

/** How pages come into tabs. */
type Loader = { load(column: Column, url: string): Promise<PageLoad>; end(): Promise<void> };

/** One page after the other in one tab of each column, as a person browses: page and API of the browser live in a process that runs. */
export function inOneTab(): Loader {
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
export function inNewTabs(before?: (browser: BareChromium, tab: BareTab) => Promise<void>): Loader {
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

/** Loads every page (by default all of {@link RealisticPages}) in every column, `count` times, the order of the columns turning; one round before is not counted. */
export async function rounds(
  count: number,
  columns: readonly Column[],
  loader: Loader,
  { query = '', pages = RealisticPages.NAMES }: { query?: string; pages?: readonly string[] } = {},
): Promise<Rounds> {
  const loads = new Map<string, PageLoad[]>(columns.map(({ name }) => [name, []]));
  for (let round = -1; round < count; round += 1)
    for (const [at, page] of pages.entries())
      for (let turn = 0; turn < columns.length; turn += 1) {
        const column = columns[(turn + at + round + 1) % columns.length]!;
        const load = await loader.load(column, `http://${page}.${column.domain}/?${round}${query}`);
        if (round >= 0) loads.get(column.name)!.push(load);
      }
  await loader.end();
  return loads;
}

/** Mean of the middle three fifths: times come in steps of 4 ms, which a median does not see through. */
export function innerMean(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const cut = Math.floor(sorted.length / 5);
  const inner = sorted.slice(cut, sorted.length - cut);
  return inner.reduce((sum, value) => sum + value, 0) / inner.length;
}
