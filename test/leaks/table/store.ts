import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Cell, cellSchema, type Origin, type Place, sumOf } from './cell.ts';

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

  /** Before visits are added to a cell. @throws Error where those that are kept are of another build or machine */
  checkAdding(place: Place, { build, machine }: Origin): void {
    const held = this.get(place);
    if (held && (held.build !== build || held.machine !== machine))
      throw new Error(
        `What is kept of "${nameOf(place)}" is of another build or machine: measure it again, without --add.`,
      );
  }

  of(table: string): readonly Cell[] {
    return [...this.#cells.values()].filter((cell) => cell.table === table);
  }

  /** Keeps a cell in the place of the one before, or together with it. @throws Error where those are of two builds or machines */
  put(cell: Cell, { isAdded = false }: { isAdded?: boolean } = {}): void {
    const held = this.get(cell);
    this.#cells.set(nameOf(cell), isAdded && held ? sumOf(held, cell) : cell);
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(`${FILE}.new`, JSON.stringify([...this.#cells.values()]));
    renameSync(`${FILE}.new`, FILE);
  }
}

/** What a cell says of where it comes from. @param extension the folder of what is measured, which was built by now */
export function origin(extension: string): Origin {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  const isChanged =
    git('status', '--porcelain', '--', 'src', 'entrypoints', 'wxt.config.ts', 'package-lock.json') !== '';
  return {
    commit: `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`,
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`,
    build: digestOf(extension),
  };
}

/** Tells one build from another by its files. */
function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
    const path = join(folder, name);
    if (statSync(path).isFile()) hash.update(name).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 12);
}
