import { parseArgs } from 'node:util';
import { type Column, type Row, TABLES, type Table } from './table/tables.ts';

const USE = `Use \`npm run leaks -- [TABLE …] [--ways "A;B"] [--kinds "A;B"] [--states "A;B"] [--methods "A;B"] [--delays "0;50"] [--runs N]\`.
Tables: ${TABLES.map(({ name }) => name).join(', ')}; without one, all but installed. See test/leaks/README.md.`;

/** What is measured of one table. */
export type Selection = {
  readonly table: Table;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly runs: number;
};
type Words = Readonly<Partial<Record<'ways' | 'kinds' | 'states' | 'methods' | 'delays', readonly string[]>>>;

/** Reads the words of the command. @throws Error with how to use it */
export function selections(args: readonly string[]): readonly Selection[] {
  const text = { type: 'string' } as const;
  const options = { ways: text, kinds: text, states: text, methods: text, delays: text, runs: text };
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const { runs, ...named } = values;
  const words: Words = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name, value.split(';').map((part) => part.trim())]),
  );
  const isKnown = positionals.every((name) => TABLES.some((table) => table.name === name));
  const numbers = [...(runs === undefined ? [] : [runs]), ...(words.delays ?? [])];
  if (!isKnown || !numbers.every((each) => /^\d+$/.test(each))) throw new Error(USE);
  return TABLES.filter(({ name }) => (positionals.length > 0 ? positionals.includes(name) : name !== 'installed')).map(
    (table) => ({
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
    }),
  );
}

/** The table's own rows that have these names; where ways are named with a kind or a delay, or the table lacks them, every combination. */
function rowsOf({ rows, ways = [] }: Table, { ways: asked, kinds, delays }: Words): readonly Row[] {
  const names = [...new Set([...ways.map(({ name }) => name), ...rows.map(({ way }) => way)])];
  const own = rows.filter(
    ({ way, kind, delay }) =>
      isNamed(asked, way, names) && (kinds?.includes(kind) ?? true) && (delays?.includes(String(delay)) ?? true),
  );
  const isCrossed = own.length === 0 || (asked !== undefined && (kinds ?? delays) !== undefined);
  if (!isCrossed || ways.length === 0) return own;
  const crossedDelays = delays?.map(Number) ?? [...new Set(rows.map(({ delay }) => delay))];
  return names
    .filter((name) => (asked ? isNamed(asked, name, names) : name === rows[0]?.way))
    .flatMap((way) => (kinds ?? ['html']).flatMap((kind) => crossedDelays.map((delay) => ({ way, kind, delay }))));
}

/** By its whole name where there is one, else by a part of it. */
const isNamed = (asked: readonly string[] | undefined, name: string, names: readonly string[]): boolean =>
  asked?.some((part) => (names.includes(part) ? name === part : name.includes(part))) ?? true;
