/**
 * Runs work of a name once for all who want it at the same moment: what anybody may ask for takes no more of the database, however many ask
 * at once.
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
