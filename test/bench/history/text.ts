import { numberInWords, type Row } from '../row.ts';
import type { Machine, SavedRun } from './saved.ts';

/** Runs that the tables show; older ones stay in their files. */
const MAX_COLUMNS = 12;

/**
 * The rows of saved runs over time, in Markdown: a table for each group of rows, a line for each row, a column for each run that
 * measured one of them, oldest first.
 * @param runs in any order
 */
export function historyText(runs: readonly SavedRun[]): string {
  const shown = runs.toSorted((a, b) => lastOf(a).localeCompare(lastOf(b))).slice(-MAX_COLUMNS);
  const groups = new Set(shown.flatMap((run) => rowsOf(run).map(({ group }) => group)));
  return [
    '# What was measured, over time',
    '',
    'Written by `npm run bench -- --save`. A cell says: value (p95), and how many times the value of the row that it is compared with.',
    'An asterisk marks what was measured with changes that were not committed, or with an extension that was built before. Compare within a machine.',
    '',
    ...tableOf(
      ['Run', 'Machine'],
      shown.map((run) => [titleOf(run), machinesOf(run)]),
    ),
    ...[...groups].flatMap((group) => groupText(group, shown)),
  ].join('\n');
}

function groupText(group: string, runs: readonly SavedRun[]): string[] {
  const columns = runs.map((run) => ({ run, cells: cellsOf(run, group) })).filter(({ cells }) => cells.size > 0);
  const names = new Set(columns.flatMap(({ cells }) => [...cells.keys()]));
  return [
    `## ${group}`,
    '',
    ...tableOf(
      ['', ...columns.map(({ run }) => titleOf(run))],
      [...names].map((name) => [name, ...columns.map(({ cells }) => cells.get(name) ?? '')]),
    ),
  ];
}

/** What a run says in a group, by the name of the line. Rows of one name differ in what they are compared with. */
function cellsOf(run: SavedRun, group: string): Map<string, string> {
  const cells = new Map<string, string>();
  for (const { dirty, rows } of Object.values(run.groups))
    for (const row of rows)
      if (row.group === group)
        cells.set(
          `${row.name}${row.against === undefined ? '' : ` / ${row.against}`}`,
          `${cellOf(row)}${dirty ? ' *' : ''}`,
        );
  return cells;
}

function cellOf({ value, unit, p95, ratio }: Row): string {
  const p95Text = p95 === undefined ? '' : ` (${numberInWords(p95)})`;
  const ratioText = ratio === undefined ? '' : `, ${numberInWords(ratio)} ×`;
  return `${numberInWords(value)}${p95Text} ${unit}${ratioText}`.replace(' ,', ',').trim();
}

const rowsOf = (run: SavedRun): Row[] => Object.values(run.groups).flatMap(({ rows }) => rows);
const titleOf = ({ date, commit }: SavedRun): string => `${date} ${commit}`;
const lastOf = ({ date, groups }: SavedRun): string =>
  Object.values(groups).reduce((last, { at }) => (at > last ? at : last), date);
const machinesOf = ({ groups }: SavedRun): string =>
  [...new Set(Object.values(groups).map(({ machine }) => machineInWords(machine)))].join('; ');
const machineInWords = ({ cpu, cores, memory, node, chromium }: Machine): string =>
  `${cores} × ${cpu}, ${memory} GB, Node ${node}, ${chromium ?? 'no Chromium'}`;

function tableOf(head: readonly string[], lines: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...lines.map(line), ''];
}
