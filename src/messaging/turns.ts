/**
 * Runs low-priority work in turns, one in each round of the event loop, so that messages that a verdict needs are
 * answered in between. Tabs take turns, so that a page with many frames does not delay another tab.
 */
export class Turns {
  readonly #waiting = new Map<number, (() => void)[]>();
  #isPlanned = false;

  /** Settles when it is this tab's turn; a piece of work takes a few milliseconds at most. */
  take(tabId: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(tabId) ?? [];
      waiting.push(resolve);
      this.#waiting.set(tabId, waiting);
      this.#plan();
    });
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.size === 0) return;
    this.#isPlanned = true;
    setTimeout(() => {
      this.#isPlanned = false;
      this.#give();
      this.#plan();
    });
  }

  /** Gives a turn to the next tab and moves it to the end. */
  #give(): void {
    const [next] = this.#waiting;
    if (!next) return;
    const [tabId, waiting] = next;
    const start = waiting.shift();
    this.#waiting.delete(tabId);
    if (waiting.length > 0) this.#waiting.set(tabId, waiting);
    start?.();
  }
}
