/**
 * Turns of work that nobody waits for, one in each round of the event loop: what a tab asks meanwhile that a verdict needs is answered
 * between two of them. Tabs take turns, so that a page with many frames does not stand before the page of another tab.
 */
export class Turns {
  readonly #waiting = new Map<number, (() => void)[]>();
  #isPlanned = false;

  /** Settles when it is the turn of a piece of work of this tab; a piece takes a few milliseconds at most. */
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

  /** The tab goes behind the others. */
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
