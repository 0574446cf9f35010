import { type Cell, LEAK_NAMES, LEAKS, type Leak, medianOf } from './cell.ts';
import type { Column, Row, Table } from './tables.ts';

/** What says nothing of the page itself. */
const STILL: readonly Leak[] = ['request', 'ahead'];
/** Below so many visits the rule of three says nothing. */
const FEWEST = 4;

/** A table in Markdown: a row for each way, kind and delay, a column for each state of each method. */
export function tableText({ title, text, rows, columns }: Table, cells: readonly Cell[]): string {
  const shownRows = withMore(rows, cells, ({ way, kind, delay }) => ({ way, kind, delay }));
  const shownColumns = withMore(columns, cells, ({ method, state }) => ({ method, state })).filter((column) =>
    cells.some((cell) => stands(cell, column)),
  );
  const line = (parts: readonly string[]) => `| ${parts.join(' | ')} |\n`;
  const runs = new Set(cells.map((cell) => cell.runs));
  return [
    `# ${title}\n\n`,
    `${text}\n\n`,
    `Every visit is to a host that the browser has not met before, unless the state says so. A cell says in how many visits something was seen, of ${[...runs].join(' or ')}, and in brackets the highest count in one visit:\n\n`,
    `${LEAK_NAMES.map((leak) => `- ${LEAKS[leak][0]} ${LEAKS[leak][1]}\n`).join('')}\n`,
    'A dot says that nothing was seen. Where something was seen in none of n visits, it happens in less than 3/n of them, with 95 % confidence (rule of three); that bound for all else stands after the dot and after r and a, and in the last lines for every letter, from 4 visits on. Milliseconds are from leaving the page before to the warning (median).\n\n',
    line(['way', 'kind', 'delay', ...shownColumns.map(headOf)]),
    line(['---', '---', '---', ...shownColumns.map(() => '---')]),
    ...shownRows.map((row) =>
      line([
        row.way,
        row.kind,
        row.delay === 0 ? '' : `${row.delay} ms`,
        ...shownColumns.map((column) =>
          cellText(
            cells.find((cell) => stands(cell, row) && stands(cell, column)),
            runs.size > 1,
          ),
        ),
      ]),
    ),
    ...sumsOf(cells).map(({ name, of }) => line([name, '', '', ...shownColumns.map((column) => sumText(of, column))])),
  ].join('');
}

const stands = (cell: Cell, place: Partial<Row & Column>): boolean =>
  Object.entries(place).every(([name, value]) => cell[name as keyof Cell] === value);

/** What a table shows by itself, and what else was measured for it. */
function withMore<Part extends object>(
  own: readonly Part[],
  cells: readonly Cell[],
  partOf: (cell: Cell) => Part,
): Part[] {
  const all = [...own, ...cells.map(partOf)].map((part) => JSON.stringify(part));
  return [...new Set(all)].map((text) => JSON.parse(text) as Part);
}

const headOf = ({ method, state }: Column): string => (method === 'no extension' ? method : `${method}, ${state}`);

function cellText(cell: Cell | undefined, areRunsMixed: boolean): string {
  if (!cell) return '';
  const seen = LEAK_NAMES.filter((name) => cell.visits[name]).map((name) => countText(cell, name));
  const median = medianOf(cell);
  const time = median === null ? '' : ` ${median.toFixed(0)} ms`;
  const isStill = Object.keys(cell.visits).every((name) => STILL.includes(name as Leak));
  const bound = isStill ? boundText(cell.runs) : '';
  return `${seen.join(' ') || '·'}${bound}${areRunsMixed ? ` of ${cell.runs}` : ''}${time}`;
}

function countText({ visits, most }: Cell, name: Leak): string {
  const [letter] = LEAKS[name];
  const highest = (most[name] ?? 0) > 1 ? ` (${most[name]})` : '';
  return `${letter}${visits[name]}${highest}`;
}

const boundText = (visits: number): string => (visits < FEWEST ? '' : ` < ${(300 / visits) | 0 || 1} %`);

/** All visits together, and where there are several delays those of each. */
function sumsOf(cells: readonly Cell[]): { name: string; of: readonly Cell[] }[] {
  const delays = [...new Set(cells.map(({ delay }) => delay))].sort((a, b) => a - b);
  const ofDelays = delays.map((delay) => ({
    name: `**visits with a leak, ${delay} ms**`,
    of: cells.filter((cell) => cell.delay === delay),
  }));
  return [...(delays.length > 1 ? ofDelays : []), { name: '**visits with a leak**', of: cells }];
}

function sumText(cells: readonly Cell[], column: Column): string {
  const inColumn = cells.filter((cell) => stands(cell, column));
  const visits = inColumn.reduce((sum, { runs }) => sum + runs, 0);
  const parts = LEAK_NAMES.map((name) => {
    const count = inColumn.reduce((sum, cell) => sum + (cell.visits[name] ?? 0), 0);
    return `${LEAKS[name][0]} ${count}${count === 0 ? boundText(visits) : ''}`;
  });
  return `of ${visits}: ${parts.join(', ')}`;
}
