import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file by which this machine tells every Chromium on it what to do; it is taken back when the run ends. */
export class MachineFile {
  readonly #path: string;
  readonly #made: string[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws Error where the machine cannot be changed, or still holds what an earlier run left */
  write(content: object): void {
    if (existsSync(this.#path)) throw new Error(`${this.#path} is there already: remove it and run this again`);
    try {
      this.#make(dirname(this.#path));
      writeFileSync(this.#path, JSON.stringify(content));
    } catch (error) {
      this.remove();
      throw new Error(
        `${this.#path} could not be written (${(error as Error).message}): run this as root, in a container for example`,
      );
    }
  }

  /** Leaves the machine as it was. */
  remove(): void {
    rmSync(this.#path, { force: true });
    for (const folder of this.#made.splice(0).reverse()) rmdirSync(folder);
  }

  #make(folder: string): void {
    if (existsSync(folder)) return;
    this.#make(dirname(folder));
    mkdirSync(folder);
    this.#made.push(folder);
  }
}
