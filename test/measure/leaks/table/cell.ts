/** What is counted at a visit, with its letter in the tables and what it says. Capitals but A are what a person would be harmed by. */
export const LEAKS = {
  request: ['r', 'a request for a page reached the listed site'],
  script: ['s', 'a script of it ran'],
  unguarded: ['u', 'its first script ran before the guard was there'],
  visible: ['V', 'a frame of it was not hidden, by its own word'],
  seen: ['S', 'a picture with its red was shown for longer than 50 ms (Chromium)'],
  pixel: ['p', 'a picture of the tab had its red in it'],
  key: ['K', 'a key reached it, while somebody typed all the time'],
  click: ['C', 'a click reached it, while somebody clicked all the time (Chromium)'],
  wallet: ['W', 'a call of it reached the wallet'],
  open: ['OPEN', 'no warning stood in its place in the end'],
  ahead: ['a', 'it was loaded ahead of its link, which is no leak by itself'],
  activated: ['A', 'the page that was loaded ahead was then shown'],
} as const;
export type Leak = keyof typeof LEAKS;
export const LEAK_NAMES = Object.keys(LEAKS) as readonly Leak[];

/** How often each thing was counted at one visit. */
export type Counts = Record<Leak, number>;
export const noCounts = (): Counts => Object.fromEntries(LEAK_NAMES.map((name) => [name, 0])) as Counts;

/** One visit; `ms` from leaving the page before to the warning, null where there was none. */
export type Visit = { readonly counts: Counts; readonly ms: number | null };

/** Where a cell stands in its table. */
export type Place = {
  readonly way: string;
  readonly kind: string;
  readonly delay: number;
  readonly method: string;
  readonly state: string;
};

/**
 * All visits of one row and column. `visits` has the visits with each leak, `most` the highest count in one of them; what never leaked is in
 * neither. `times` are the milliseconds of those that were stopped, rising.
 */
export type Cell = Place & {
  readonly runs: number;
  readonly visits: Readonly<Partial<Counts>>;
  readonly most: Readonly<Partial<Counts>>;
  readonly times: readonly number[];
};

/** The visits of one place as one cell. */
export function cellOf(place: Place, taken: readonly Visit[]): Cell {
  const of = (reduce: (counts: readonly number[]) => number): Partial<Counts> =>
    Object.fromEntries(
      LEAK_NAMES.map((name) => [name, reduce(taken.map(({ counts }) => counts[name]))] as const).filter(
        ([, value]) => value > 0,
      ),
    );
  return {
    ...place,
    runs: taken.length,
    visits: of((counts) => counts.filter((count) => count > 0).length),
    most: of((counts) => Math.max(...counts)),
    times: taken.flatMap(({ ms }) => (ms === null ? [] : [ms])).sort((a, b) => a - b),
  };
}

/** The median of a cell's times; null where nothing was stopped. */
export const medianOf = ({ times }: Cell): number | null => times[times.length >> 1] ?? null;
