import type { BareChromium } from './devtools.ts';
import { loadPage, measuredTab, type PageLoad } from './page-load.ts';
import { RealisticPages } from './realistic-pages.ts';

/** One of the things that are compared. `domain` is that under which the pages are loaded. */
export type Column = { readonly name: string; readonly browser: BareChromium; readonly domain: string };

/** By the name of a column, its loads in the order of the rounds: those at one index are of the same page. */
export type Rounds = ReadonlyMap<string, readonly PageLoad[]>;

/**
 * Loads every page (by default all of {@link RealisticPages}) in every column, `count` times, each in a tab, and mostly a process, of its
 * own, the order of the columns turning; one round before is not counted.
 */
export async function rounds(
  count: number,
  columns: readonly Column[],
  pages: readonly string[] = RealisticPages.NAMES,
): Promise<Rounds> {
  const loads = new Map<string, PageLoad[]>(columns.map(({ name }) => [name, []]));
  for (let round = -1; round < count; round += 1)
    for (const [at, page] of pages.entries())
      for (let turn = 0; turn < columns.length; turn += 1) {
        const { name, browser, domain } = columns[(turn + at + round + 1) % columns.length]!;
        const tab = await measuredTab(browser);
        const load = await loadPage(tab, `http://${page}.${domain}/?${round}`);
        await tab.close();
        if (round >= 0) loads.get(name)!.push(load);
      }
  return loads;
}

/** Mean of the middle three fifths: times come in steps of 4 ms, which a median does not see through. */
export function innerMean(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const cut = Math.floor(sorted.length / 5);
  const inner = sorted.slice(cut, sorted.length - cut);
  return inner.reduce((sum, value) => sum + value, 0) / inner.length;
}
