import { parseArgs } from 'node:util';
import { type Column, type Row, TABLES, type Table } from './table/tables.ts';

/** Tables that take long. */
const UNASKED = ['kinds', 'waiting', 'holding', 'undoing'];
const USE = `Use \`npm run measure -- leaks [TABLE …] [--ways "A;B"] [--kinds "A;B"] [--states "A;B"] [--methods "A;B"] [--delays "0;50"] [--runs N]\`.
Tables: ${TABLES.map(({ name }) => name).join(', ')}; without one, all but ${UNASKED.join(', ')}. See test/measure/leaks/README.md.`;

/** What is measured of one table. */
export type Selection = {
  readonly table: Table;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly runs: number;
};
type Words = Readonly<Partial<Record<'ways' | 'kinds' | 'states' | 'methods' | 'delays', readonly string[]>>>;

/** Reads the words of the command. @throws Error with how to use it */
export function readWords(args: readonly string[]): readonly Selection[] {
  const names = ['ways', 'kinds', 'states', 'methods', 'delays', 'runs'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const words: Words = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      String(value)
        .split(';')
        .map((part) => part.trim()),
    ]),
  );
  const isKnown = positionals.every((name) => TABLES.some((table) => table.name === name));
  if (!isKnown || ![values.runs ?? '1', ...(words.delays ?? [])].every((each) => /^\d+$/.test(String(each))))
    throw new Error(USE);
  const isMeant = ({ name }: Table) => (positionals.length > 0 ? positionals.includes(name) : !UNASKED.includes(name));
  return TABLES.filter(isMeant)
    .map((table) => ({
      table,
      rows: rowsOf(table, words),
      columns: namedAmong(
        words.methods,
        namedAmong(words.states, table.columns, ({ state }) => state),
        ({ method }) => method,
      ),
      runs: Number(values.runs ?? table.runs),
    }))
    .filter(({ rows, columns, runs }) => rows.length * columns.length * runs > 0);
}

/** The table's own rows that have these names; every combination where ways are named beside kinds or delays, or the table has none of them. */
function rowsOf({ rows, ways }: Table, { ways: asked, kinds, delays }: Words): readonly Row[] {
  const own = namedAmong(asked, rows, ({ way }) => way).filter(
    ({ kind, delay }) => (kinds?.includes(kind) ?? true) && (delays?.includes(String(delay)) ?? true),
  );
  if (own.length > 0 && !(asked && (kinds ?? delays))) return own;
  const named = asked ? namedAmong(asked, ways, ({ name }) => name) : ways.filter(({ name }) => name === rows[0]?.way);
  const crossedDelays = delays?.map(Number) ?? [...new Set(rows.map(({ delay }) => delay))];
  return named.flatMap(({ name: way }) =>
    (kinds ?? ['html']).flatMap((kind) => crossedDelays.map((delay) => ({ way, kind, delay }))),
  );
}

/** Those that have an asked name: the whole name where one has it, else a part of it. All where nothing is asked. */
function namedAmong<Of>(asked: readonly string[] | undefined, all: readonly Of[], nameOf: (one: Of) => string): Of[] {
  const names = new Set(all.map(nameOf));
  const isNamed = (name: string) =>
    asked?.some((part) => (names.has(part) ? name === part : name.includes(part))) ?? true;
  return all.filter((one) => isNamed(nameOf(one)));
}
