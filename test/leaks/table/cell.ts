import { z } from 'zod';

/** What is counted at a visit, with its letter in the tables and what it says. Those in bold are what a person would be harmed by. */
export const LEAKS = {
  request: ['r', 'a request for a page reached the listed site'],
  script: ['s', 'a script of it ran'],
  unguarded: ['u', 'its first script ran before the guard was there'],
  visible: ['**V**', 'a frame of it was not hidden, by its own word'],
  pixel: ['**P**', 'a picture of the tab had its red in it'],
  key: ['**K**', 'a key reached it, while somebody typed all the time'],
  wallet: ['**W**', 'a call of it reached the wallet'],
  open: ['**open**', 'no warning stood in its place in the end'],
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

const keys = z.enum(LEAK_NAMES as [Leak, ...Leak[]]);

/**
 * What is kept of all visits of one row and column. `visits` has the visits with each leak, `most` the highest count in one of them; what
 * never leaked is in neither. `times` are the milliseconds of those that were stopped, rising. `build` tells which extension was measured.
 */
export const cellSchema = z.object({
  table: z.string(),
  way: z.string(),
  kind: z.string(),
  delay: z.number(),
  method: z.string(),
  state: z.string(),
  commit: z.string(),
  date: z.string(),
  machine: z.string(),
  build: z.string(),
  runs: z.number(),
  visits: z.partialRecord(keys, z.number()),
  most: z.partialRecord(keys, z.number()),
  times: z.array(z.number()),
});
export type Cell = z.infer<typeof cellSchema>;
/** Where a cell comes from. */
export type Origin = Pick<Cell, 'commit' | 'date' | 'machine' | 'build'>;
/** Where a cell stands. */
export type Place = Pick<Cell, 'table' | 'way' | 'kind' | 'delay' | 'method' | 'state'>;

/** Brings the visits of one place together. */
export function cellOf(place: Place, taken: readonly Visit[], origin: Origin): Cell {
  const of = (reduce: (counts: readonly number[]) => number) =>
    Object.fromEntries(
      LEAK_NAMES.map((name) => [name, reduce(taken.map(({ counts }) => counts[name]))] as const).filter(
        ([, value]) => value > 0,
      ),
    );
  const times = taken.flatMap(({ ms }) => (ms === null ? [] : [ms])).sort((a, b) => a - b);
  return {
    ...place,
    ...origin,
    runs: taken.length,
    visits: of((counts) => counts.filter((count) => count > 0).length),
    most: of((counts) => Math.max(...counts)),
    times,
  };
}

/** The visits of two cells of one place together. @throws Error where they are of two builds or machines */
export function sumOf(held: Cell, added: Cell): Cell {
  if (held.build !== added.build || held.machine !== added.machine)
    throw new Error('Visits of different builds or machines are not added up: measure the cell again, without --add.');
  const of = (name: 'visits' | 'most', combine: (a: number, b: number) => number) =>
    Object.fromEntries(
      LEAK_NAMES.map((leak) => [leak, combine(held[name][leak] ?? 0, added[name][leak] ?? 0)] as const).filter(
        ([, value]) => value > 0,
      ),
    );
  return {
    ...added,
    runs: held.runs + added.runs,
    visits: of('visits', (a, b) => a + b),
    most: of('most', Math.max),
    times: [...held.times, ...added.times].sort((a, b) => a - b),
  };
}

/** The median of a cell's times; null where nothing was stopped. */
export const medianOf = ({ times }: Cell): number | null => times[times.length >> 1] ?? null;
