/**
 * Runs work of a name once for all who want it at the same moment, so that many who ask take no more of the database.
 */
export class Together {
  readonly #running = new Map<string, Promise<unknown>>();

  /** @returns what the running work of this name returns or throws, else what `work` does */
  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(name) ?? work().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running as Promise<T>;
  }
}
