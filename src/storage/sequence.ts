/** Runs pieces of work one after the other; one that fails does not hold up the next. */
export class Sequence {
  #last: Promise<unknown> = Promise.resolve();
  #waiting: Promise<void> | null = null;

  /** Runs the work once everything before it has ended, and ends as it does. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
  /** Runs the work as {@link run} does; calls that wait for their turn share it. */
  share(work: () => Promise<void>): Promise<void> {
    this.#waiting ??= this.run(() => {
      this.#waiting = null;
      return work();
    });
    return this.#waiting;
  }
}
