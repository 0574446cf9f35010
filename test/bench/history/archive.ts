import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { findChromium } from '../../../src/development/install/chromium.ts';
import type { Row } from '../row.ts';
import { type Machine, type SavedRun, savedRun } from './saved.ts';
import { historyText } from './text.ts';

const RESULTS = join(import.meta.dirname, '..', 'results');
const HISTORY = join(import.meta.dirname, '..', 'history.md');

/** Keeps what a run measures, in the file of its day and commit and in the history. */
export class Archive {
  readonly #date = new Date().toISOString().slice(0, 10);
  readonly #commit: string;
  readonly #dirty: boolean;
  readonly #machine = thisMachine();

  /** To be made before anything is built or measured: the tree may change meanwhile. @throws Error outside of a Git repository */
  constructor() {
    const { commit, changed } = commitOf([RESULTS, HISTORY]);
    this.#commit = commit;
    this.#dirty = changed || Boolean(process.env.WARY_SKIP_BUILD);
  }

  /**
   * Puts the rows of a group in the place of what the same group measured on this day and commit before.
   * @param name that of the group, as the command line knows it
   * @returns path of the file
   * @throws Error where a saved file cannot be read
   */
  save(name: string, rows: readonly Row[]): string {
    const [date, commit] = [this.#date, this.#commit];
    const file = join(RESULTS, `${date}-${commit}.json`);
    const before = existsSync(file) ? read(file) : { date, commit, groups: {} };
    const at = new Date().toISOString();
    const measurement = { at, dirty: this.#dirty, machine: this.#machine, rows: [...rows] };
    const run: SavedRun = { ...before, groups: { ...before.groups, [name]: measurement } };
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
    const files = readdirSync(RESULTS).filter((each) => each.endsWith('.json'));
    writeFileSync(HISTORY, historyText(files.map((each) => read(join(RESULTS, each)))));
    return relative(process.cwd(), file);
  }
}

function read(file: string): SavedRun {
  try {
    return savedRun.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`${file} is not a saved run: ${reason}`, { cause: error });
  }
}

/** The commit that is measured, and whether the tree differs from it outside of `saved`, where results are kept. @throws Error outside of a Git repository */
function commitOf(saved: readonly string[]): { commit: string; changed: boolean } {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  const status = git('status', '--porcelain', '--', '.', ...saved.map((path) => `:(exclude)${path}`));
  return { commit: git('rev-parse', '--short=7', 'HEAD'), changed: status !== '' };
}

function thisMachine(): Machine {
  const chromium = findChromium();
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory: Math.round(totalmem() / 1e9),
    node: process.versions.node,
    chromium: chromium === undefined ? null : execFileSync(chromium, ['--version'], { encoding: 'utf8' }).trim(),
  };
}
