import { type Cell, LEAK_NAMES, LEAKS, medianOf } from './cell.ts';
import type { Table } from './tables.ts';

/**
 * Prints a table: a row for each way, kind and delay, a column for each state of each method. Where something was seen in none of n
 * visits, it happens in less than 3/n of them, with 95 % confidence (rule of three).
 */
export function printTable({ title, text }: Table, cells: readonly Cell[]): void {
  const rows: Record<string, Record<string, string>> = {};
  const seen = new Set<string>();
  for (const cell of cells) {
    const name = [cell.way, cell.kind, `${cell.delay} ms`].join(' | ');
    const column = `${cell.method}, ${cell.state}`;
    rows[name] = { ...rows[name], [column]: cellText(cell) };
    for (const leak of LEAK_NAMES) if (cell.visits[leak]) seen.add(`${LEAKS[leak][0]} ${LEAKS[leak][1]}`);
  }
  console.log(`\n${title}. ${text}`);
  console.log(
    'A cell: visits with each leak (the highest count in one), of how many, and the median until the warning.',
  );
  for (const legend of seen) console.log(`  ${legend}`);
  console.table(rows);
}

function cellText(cell: Cell): string {
  const leaks = LEAK_NAMES.filter((name) => cell.visits[name]).map(
    (name) => `${LEAKS[name][0]}${cell.visits[name]} (${cell.most[name]})`,
  );
  return `${leaks.join(' ') || '·'} of ${cell.runs}, ${medianOf(cell)?.toFixed(0) ?? '-'} ms`;
}
