import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { Row } from '../row.ts';
import { commitOf, thisMachine } from './origin.ts';
import { type SavedRun, savedRun } from './saved.ts';
import { historyText } from './text.ts';

const RESULTS = join(import.meta.dirname, '..', 'results');
const HISTORY = join(import.meta.dirname, '..', 'history.md');

/**
 * Keeps what a group measured: in the file of this day and commit, where it takes the place of what the same group measured before,
 * and in the history.
 * @param name that of the group, as the command line knows it
 * @returns path of the file
 * @throws Error where a saved file cannot be read
 */
export function saveGroup(name: string, rows: readonly Row[]): string {
  const { commit, changed } = commitOf([RESULTS, HISTORY]);
  const dirty = changed || Boolean(process.env.WARY_SKIP_BUILD);
  const at = new Date().toISOString();
  const date = at.slice(0, 10);
  const file = join(RESULTS, `${date}-${commit}.json`);
  const before = existsSync(file) ? read(file) : { date, commit, groups: {} };
  const measurement = { at, dirty, machine: thisMachine(), rows: [...rows] };
  const run: SavedRun = { ...before, groups: { ...before.groups, [name]: measurement } };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
  const files = readdirSync(RESULTS).filter((each) => each.endsWith('.json'));
  writeFileSync(HISTORY, historyText(files.map((each) => read(join(RESULTS, each)))));
  return relative(process.cwd(), file);
}

function read(file: string): SavedRun {
  try {
    return savedRun.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`${file} is not a saved run: ${reason}`, { cause: error });
  }
}
