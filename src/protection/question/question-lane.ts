/** Questions that can wait and are on their way at a time: a browser opens six connections to a service, and verdicts go first. */
const AT_ONCE = 4;

/** Where questions wait for which nobody stands still, so that they take no connection from a question that somebody waits for. */
export class QuestionLane {
  readonly #waiting = new Map<string, () => void>();
  #running = 0;

  /** Does the work when it is its turn. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.set(name, resolve));
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running < AT_ONCE) this.#start(this.#waiting.keys().next().value);
    }
  }

  /** Somebody waits for it now: it begins at once, if it has not yet. */
  hurry(name: string): void {
    this.#start(name);
  }

  #start(name: string | undefined): void {
    const start = name === undefined ? undefined : this.#waiting.get(name);
    if (name === undefined || !start) return;
    this.#waiting.delete(name);
    start();
  }
}
