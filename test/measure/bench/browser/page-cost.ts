import { median, type Row } from '../row.ts';
import { endExtensionProcess } from './extension-process.ts';
import { ExtensionVariant } from './extension-variant.ts';
import { ListedBrowser } from './listed-browser.ts';
import type { PageLoad } from './page-load.ts';
import { type Column, inNewTabs, innerMean, inOneTab, type Rounds, rounds } from './page-rounds.ts';
import { RealisticPages } from './realistic-pages.ts';

const WARM_ROUNDS = 6;
const FRESH_ROUNDS = 4;
const COLD_ROUNDS = 4;
const LATE_ROUNDS = 4;
/** Milliseconds of a server that takes its time, as most do. */
const LATE_MS = 200;
const ENTRIES = 100_000;
const MEASURES = { paint: 'first contentful paint', load: 'load event', blocking: 'total blocking time' } as const;

const EVERYWHERE = 'bench.test';
const GUARDLESS = 'guardless.test';
const CURTAINED = 'curtained.test';
const CURTAIN = 'the barest curtain';

/**
 * What the guard adds to generated pages of many kinds, paired: every round loads the same page in every column. It is measured
 * within one browser, where it stands under one domain and not under the other: two browsers with the same extension differ by up to five
 * milliseconds. Beside it stands the least that hides a page until the worker has answered, because milliseconds
 * depend on the machine. Pages follow each other in one tab, as they do for a person; the rows of new tabs show what comes with the first
 * page of a process, where the browser builds everything that the guard touches.
 */
export async function pageCostRows(): Promise<Row[]> {
  const pages = new RealisticPages();
  await pages.start();
  const variant = ExtensionVariant.withGuardBeside({ nothing: GUARDLESS, curtain: CURTAINED });
  let wary: ListedBrowser | null = null;
  try {
    wary = await ListedBrowser.open({ folder: variant.folder, entries: ENTRIES, sites: pages.port });
    const browser = wary.chromium;
    const whole: Column = { name: 'Wary', browser, domain: EVERYWHERE };
    const guardless: Column = { name: 'Wary without the guard', browser, domain: GUARDLESS };
    const curtained: Column = { name: CURTAIN, browser, domain: CURTAINED };
    // A page that follows another one in its browser is faster than one that follows a pause: these take turns alone.
    const beside = [guardless, curtained, whole];
    const warm = await rounds(WARM_ROUNDS, beside, inOneTab());
    const late = await rounds(LATE_ROUNDS, beside, inOneTab(), { query: `&wait=${LATE_MS}` });
    const fresh = await rounds(FRESH_ROUNDS, beside, inNewTabs());
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
      ...added(group('a new tab each, worker and its process ended', COLD_ROUNDS), cold, 'Wary without the guard', [
        'Wary',
      ]),
    ];
  } finally {
    await wary?.close();
    variant.remove();
    await pages.stop();
  }
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
