import { findFirefox } from '../../../src/development/install/firefox.ts';
import build, { buildFor } from '../../e2e/harness/build.ts';
import { HOLDING_KINDS, UNDOING_KIND } from './kind/html.ts';
import { KINDS } from './kind/kinds.ts';
import { type Course, isTaken, measure } from './measure.ts';
import { startChromium, startFirefox, startPeer } from './rig.ts';
import { readWords, type Selection } from './selection.ts';
import { type Cell, cellOf, LEAK_NAMES, medianOf, type Visit } from './table/cell.ts';
import { printTable } from './table/table.ts';
import { type Column, failures, type Method, type Row, type Table } from './table/tables.ts';
import { VISITS } from './way/hosts.ts';

const selections = asked();
const isOfFirefox = ({ table }: Selection) => table.name === 'firefox';
if (!selections.every(isOfFirefox)) await build();
if (selections.some(isOfFirefox)) {
  if (!findFirefox()) throw new Error('No Firefox was found: set FIREFOX_PATH to one, or install firefox-esr.');
  await buildFor('firefox');
}
for (const selection of selections) printTable(selection.table, await take(selection));
process.exit(0);

function asked(): readonly Selection[] {
  try {
    return readWords(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

/** Measures a table method by method, each in a browser of its own. */
async function take({ table, rows, columns, runs }: Selection): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const method of new Set(columns.map((column) => column.method))) {
    let started = await start(table, method);
    let next = 0;
    try {
      for (const { state } of columns.filter((column) => column.method === method))
        for (const row of rows) {
          const course = courseOf(table, row, state);
          if (!isTaken(started.rig, course.way, course.state)) continue;
          if (next + runs > VISITS) {
            await started.stop();
            started = await start(table, method);
            next = 0;
          }
          const visits: Visit[] = [];
          while (visits.length < runs) visits.push(await measure(started.rig, course, next++));
          const cell = cellOf({ ...row, method, state }, visits);
          cells.push(cell);
          tell(table, cell);
        }
    } finally {
      await started.stop();
    }
  }
  return cells;
}

function courseOf({ ways }: Table, row: Row, state: Column['state']): Course {
  const way = ways.find(({ name }) => name === row.way);
  const kind = [...KINDS, ...HOLDING_KINDS, UNDOING_KIND].find(({ name }) => name === row.kind);
  if (!way || !kind) throw new Error(`There is no way "${row.way}" or no kind "${row.kind}"`);
  return { way, kind, state, delay: row.delay };
}

function start(table: Table, method: Method) {
  if (table.name === 'firefox') return startFirefox();
  return method === 'Wary' ? startChromium() : startPeer(method);
}

function tell(table: Table, cell: Cell): void {
  const { way, kind, delay, method, state, visits, most, runs } = cell;
  const seen = LEAK_NAMES.flatMap((name) => (visits[name] ? [`${name} ${visits[name]} (${most[name]})`] : []));
  const wrong = failures(table, cell);
  console.log(
    `${[table.name, way, kind, `${delay} ms`, method, state].join(' | ')}: ${seen.join(', ') || 'nothing'} of ${runs}, ${
      medianOf(cell)?.toFixed(0) ?? '-'
    } ms${wrong.length > 0 ? `, WRONG: ${wrong.join(', ')}` : ''}`,
  );
}
