import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Cell, cellSchema, type Place } from './cell.ts';

const FILE = join('.output', 'leaks', 'cells.json');

const nameOf = ({ table, way, kind, delay, method, state }: Place): string =>
  [table, way, kind, delay, method, state].join(' | ');

/** Every cell as it was measured last, on this machine's disk: a command that ends early loses nothing. */
export class Store {
  readonly #cells: Map<string, Cell>;

  /** @throws Error where the file is not what was written into it */
  constructor() {
    const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '[]';
    this.#cells = new Map(
      z
        .array(cellSchema)
        .parse(JSON.parse(text))
        .map((cell) => [nameOf(cell), cell]),
    );
  }

  get(place: Place): Cell | undefined {
    return this.#cells.get(nameOf(place));
  }

  of(table: string): readonly Cell[] {
    return [...this.#cells.values()].filter((cell) => cell.table === table);
  }

  put(cell: Cell): void {
    this.#cells.set(nameOf(cell), cell);
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(`${FILE}.new`, JSON.stringify([...this.#cells.values()]));
    renameSync(`${FILE}.new`, FILE);
  }
}

/** What a cell says of where it comes from. */
export function origin(): Pick<Cell, 'commit' | 'date' | 'machine'> {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  const isChanged =
    git('status', '--porcelain', '--', 'src', 'entrypoints', 'wxt.config.ts', 'package-lock.json') !== '';
  return {
    commit: `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`,
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`,
  };
}
