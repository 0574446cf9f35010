import { parseArgs } from 'node:util';
import { type Column, type Row, TABLES, type Table } from './table/tables.ts';

/** Tables that take long, or need an installed browser. */
const UNASKED = ['installed', 'kinds', 'waiting', 'holding'];
const USE = `Use \`npm run measure -- leaks [TABLE …] [--ways "A;B"] [--kinds "A;B"] [--states "A;B"] [--methods "A;B"] [--delays "0;50"] [--runs N] [--minutes N]\`.
Tables: ${TABLES.map(({ name }) => name).join(', ')}; without one, all but ${UNASKED.join(', ')}. See test/measure/leaks/README.md.`;

/** What is measured of one table. */
export type Selection = {
  readonly table: Table;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly runs: number;
};
type Words = Readonly<Partial<Record<'ways' | 'kinds' | 'states' | 'methods' | 'delays', readonly string[]>>>;

/** What the command is to do. */
export type Asked = {
  readonly selections: readonly Selection[];
  /** Minutes after which no further visit begins; absent where every cell has its number of visits. */
  readonly minutes?: number;
};

/** Reads the words of the command. @throws Error with how to use it */
export function readWords(args: readonly string[]): Asked {
  const text = { type: 'string' } as const;
  const options = {
    ways: text,
    kinds: text,
    states: text,
    methods: text,
    delays: text,
    runs: text,
    minutes: text,
  };
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const { runs, minutes, ...named } = values;
  const words: Words = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name, value.split(';').map((part) => part.trim())]),
  );
  const isKnown = positionals.every((name) => TABLES.some((table) => table.name === name));
  const numbers = [...[runs, minutes].filter((each) => each !== undefined), ...(words.delays ?? [])];
  if (!isKnown || !numbers.every((each) => /^\d+$/.test(each))) throw new Error(USE);
  const isMeant = ({ name }: Table) => (positionals.length > 0 ? positionals.includes(name) : !UNASKED.includes(name));
  return {
    ...(minutes === undefined ? {} : { minutes: Number(minutes) }),
    selections: TABLES.filter(isMeant).map((table) => ({
      table,
      rows: rowsOf(table, words),
      columns: table.columns.filter(
        ({ method, state }) =>
          isNamed(
            words.methods,
            method,
            table.columns.map((column) => column.method),
          ) &&
          isNamed(
            words.states,
            state,
            table.columns.map((column) => column.state),
          ),
      ),
      runs: runs === undefined ? table.runs : Number(runs),
    })),
  };
}

/** The table's own rows that have these names; where one that is named is missing among them, or the table lacks them, every combination. */
function rowsOf({ rows, ways = [] }: Table, { ways: asked, kinds, delays }: Words): readonly Row[] {
  const names = [...new Set([...ways.map(({ name }) => name), ...rows.map(({ way }) => way)])];
  const own = rows.filter(
    ({ way, kind, delay }) =>
      isNamed(asked, way, names) && (kinds?.includes(kind) ?? true) && (delays?.includes(String(delay)) ?? true),
  );
  const ofWays = names.filter((name) => (asked ? isNamed(asked, name, names) : name === rows[0]?.way));
  const isMissing = (way: string) =>
    (kinds ?? [null]).some((kind) =>
      (delays ?? [null]).some(
        (delay) =>
          !own.some(
            (row) =>
              row.way === way && (kind ?? row.kind) === row.kind && (delay ?? String(row.delay)) === String(row.delay),
          ),
      ),
    );
  const isCrossed =
    own.length === 0 || (asked !== undefined && (kinds ?? delays) !== undefined && ofWays.some(isMissing));
  if (!isCrossed || ways.length === 0) return own;
  const crossedDelays = delays?.map(Number) ?? [...new Set(rows.map(({ delay }) => delay))];
  return ofWays.flatMap((way) =>
    (kinds ?? ['html']).flatMap((kind) => crossedDelays.map((delay) => ({ way, kind, delay }))),
  );
}

/**
 * Which of so many cells is visited next, again and again: one with the fewest visits so far, so that all have about as many whenever it
 * ends. Cells stand in an order in which a part of them is a fair sample of all: neighbours in a table are far from each other.
 * @param runsOf the visits that a cell has by now
 */
export function* fewestFirst<Of>(cells: readonly Of[], runsOf: (cell: Of) => number): Generator<Of, never> {
  const order = cells
    .map((cell, at) => ({ cell, at: (at * STRIDE) % cells.length, runs: runsOf(cell) }))
    .sort((one, other) => one.at - other.at);
  if (order.length === 0) throw new Error('There is no cell to visit');
  for (;;) {
    const fewest = order.reduce((one, other) => (other.runs < one.runs ? other : one));
    fewest.runs += 1;
    yield fewest.cell;
  }
}
/** A prime that divides no number of cells: larger than any. */
const STRIDE = 7_919;

/** By its whole name where there is one, else by a part of it. */
const isNamed = (asked: readonly string[] | undefined, name: string, names: readonly string[]): boolean =>
  asked?.some((part) => (names.includes(part) ? name === part : name.includes(part))) ?? true;
