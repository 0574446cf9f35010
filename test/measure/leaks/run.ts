import { findFirefox } from '../../../src/development/install/firefox.ts';
import build, { buildFor } from '../../e2e/harness/build.ts';
import { measureInstalled } from './installed/run.ts';
import { HOLDING_KINDS } from './kind/html.ts';
import { KINDS } from './kind/kinds.ts';
import { type Course, isTaken, measure } from './measure.ts';
import { startChromium, startFirefox, startPeer } from './rig.ts';
import { type Asked, fewestFirst, readWords, type Selection } from './selection.ts';
import type { State } from './state/state.ts';
import { type Cell, cellOf, LEAK_NAMES, medianOf, type Place, type Visit } from './table/cell.ts';
import { tableText } from './table/table.ts';
import { failures, type Method, type Row, type Table } from './table/tables.ts';
import { VISITS } from './way/hosts.ts';

const nameOf = ({ table, way, kind, delay, method, state }: Place): string =>
  [table, way, kind, `${delay} ms`, method, state].join(' | ');

/** The visits of each place so far, by its name. */
const taken = new Map<string, { readonly place: Place; readonly visits: Visit[] }>();

const { selections: chosen, minutes } = asked();
const measured = chosen.filter(({ runs, rows, columns }) => runs * rows.length * columns.length > 0);
const isOfFirefox = ({ table }: Selection) => table.name === 'firefox';
if (measured.some((each) => !isOfFirefox(each))) await build();
if (measured.some(isOfFirefox)) {
  if (!findFirefox()) throw new Error('No Firefox was found: set FIREFOX_PATH to one, or install firefox-esr.');
  await buildFor('firefox');
}
if (minutes === undefined)
  for (const selection of measured)
    await (selection.table.name === 'installed' ? takeInstalled(selection) : take(selection));
else await takeFor(minutes * 60_000, measured);
for (const { table } of chosen) {
  const cells = [...taken.values()].filter(({ place }) => place.table === table.name);
  console.log(
    `\n${tableText(
      table,
      cells.map(({ place, visits }) => cellOf(place, visits)),
    )}`,
  );
}
process.exit(0);

function asked(): Asked {
  try {
    return readWords(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

/** Measures a table method by method, each in a browser of its own. */
async function take({ table, rows, columns, runs }: Selection): Promise<void> {
  for (const method of new Set(columns.map((column) => column.method as Method))) {
    let started = await start(table, method);
    let next = 0;
    try {
      for (const { state } of columns.filter((column) => column.method === method))
        for (const row of rows) {
          const course = courseOf(table, row, state as State);
          if (!isTaken(started.rig, course.way, course.state)) continue;
          if (next + runs > VISITS) {
            await started.stop();
            started = await start(table, method);
            next = 0;
          }
          const place = { table: table.name, ...row, method, state };
          const visits: Visit[] = [];
          while (visits.length < runs) visits.push(await measure(started.rig, course, next++));
          keep(table, place, visits);
        }
    } finally {
      await started.stop();
    }
  }
}

/**
 * Visits cells of every table until the time is up, one visit each in turn: each browser has a part of the time by the number of its
 * cells.
 */
async function takeFor(milliseconds: number, selections: readonly Selection[]): Promise<void> {
  const end = performance.now() + milliseconds;
  const parts = selections.flatMap(({ table, rows, columns }) => {
    if (table.name === 'installed') throw new Error('The table of installed browsers takes no --minutes.');
    return [...new Set(columns.map(({ method }) => method as Method))].map((method) => ({
      table,
      method,
      cells: columns
        .filter((column) => column.method === method)
        .flatMap(({ state }) => rows.map((row) => ({ row, state: state as State }))),
    }));
  });
  let left = parts.reduce((sum, { cells }) => sum + cells.length, 0);
  for (const { table, method, cells } of parts) {
    if (performance.now() >= end) break;
    const share = cells.length / left;
    // A browser and its service take their time to start, which is no part of any table's.
    await visitFor(() => (end - performance.now()) * share, table, method, cells);
    left -= cells.length;
  }
}

/** A machine that is too busy for one visit may manage the next one; one that fails again and again is broken. */
const MAX_FAILED_IN_A_ROW = 3;

type CellOfTable = { readonly row: Row; readonly state: State };

/** @param time milliseconds for visits, asked once everything is started */
async function visitFor(
  time: () => number,
  table: Table,
  method: Method,
  cells: readonly CellOfTable[],
): Promise<void> {
  const place = ({ row, state }: CellOfTable): Place => ({ table: table.name, ...row, method, state });
  let started = await start(table, method);
  try {
    const possible = cells.filter(({ row, state }) => isTaken(started.rig, courseOf(table, row, state).way, state));
    const end = performance.now() + time();
    let next = 0;
    let failedInARow = 0;
    for (const cell of fewestFirst(possible, (cell) => taken.get(nameOf(place(cell)))?.visits.length ?? 0)) {
      if (performance.now() >= end) break;
      if (next >= VISITS) {
        await started.stop();
        started = await start(table, method);
        next = 0;
      }
      try {
        const visit = await measure(started.rig, courseOf(table, cell.row, cell.state), next++);
        keep(table, place(cell), [visit]);
        failedInARow = 0;
      } catch (error) {
        failedInARow += 1;
        if (failedInARow === MAX_FAILED_IN_A_ROW) throw error;
        console.error(`A visit was not made: ${(error as Error).message}. Starting another browser.`);
        next = VISITS;
      }
    }
  } finally {
    await started.stop();
  }
}

function courseOf({ ways }: Table, row: Row, state: State): Course {
  const way = ways?.find(({ name }) => name === row.way);
  const kind = [...KINDS, ...HOLDING_KINDS].find(({ name }) => name === row.kind);
  if (!way || !kind) throw new Error(`There is no way "${row.way}" or no kind "${row.kind}"`);
  return { way, kind, state, delay: row.delay };
}

function start(table: Table, method: Method) {
  if (table.name === 'firefox') return startFirefox();
  return method === 'Wary' ? startChromium() : startPeer(method);
}

async function takeInstalled({ table, rows, columns, runs }: Selection): Promise<void> {
  await measureInstalled(
    ({ way, method, state }) =>
      rows.some((row) => row.way === way) &&
      columns.some((column) => column.method === method && column.state === state),
    runs,
    (start, visits) => keep(table, { table: table.name, kind: 'html', delay: 0, ...start }, visits),
  );
}

function keep(table: Table, place: Place, visits: readonly Visit[]): void {
  const name = nameOf(place);
  const before = taken.get(name)?.visits ?? [];
  taken.set(name, { place, visits: [...before, ...visits] });
  const cell = cellOf(place, [...before, ...visits]);
  const wrong = failures(table, cell);
  console.log(`${name}: ${seenIn(cell)}${wrong.length > 0 ? `, WRONG: ${wrong.join(', ')}` : ''}`);
}

function seenIn(cell: Cell): string {
  const { visits, most, runs } = cell;
  const seen = LEAK_NAMES.flatMap((name) => (visits[name] ? [`${name} ${visits[name]} (${most[name]})`] : []));
  return `${seen.join(', ') || 'nothing'} of ${runs}, ${medianOf(cell)?.toFixed(0) ?? '-'} ms`;
}
