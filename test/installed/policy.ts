import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where Chromium of a Linux distribution reads policies from. */
const FOLDER = '/etc/chromium/policies/managed';

/** A policy of this machine, for every Chromium on it, that is taken back when it ends. */
export class Policy {
  readonly #file = join(FOLDER, 'wary-installed.json');
  readonly #made: string[] = [];

  /** @throws Error where the machine cannot be changed, or still holds what an earlier run left */
  set(policy: object): void {
    if (existsSync(this.#file)) throw new Error(`${this.#file} is there already: remove it and run this again`);
    try {
      this.#make(FOLDER);
      writeFileSync(this.#file, JSON.stringify(policy));
    } catch (error) {
      this.remove();
      throw new Error(
        `No policy could be set (${(error as Error).message}): run this as root, in a container for example`,
      );
    }
  }

  /** Leaves the machine as it was. */
  remove(): void {
    rmSync(this.#file, { force: true });
    for (const folder of this.#made.splice(0).reverse()) rmdirSync(folder);
  }

  #make(folder: string): void {
    if (existsSync(folder)) return;
    this.#make(dirname(folder));
    mkdirSync(folder);
    this.#made.push(folder);
  }
}
