/** How many may come at once before the others take turns: as little work as nobody beside them notices. */
const AT_ONCE = 5;
/** The longest that one waits for its turn. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Gives those who share something their turns, evenly over time (the generic cell rate algorithm, ITU-T I.371): a few come at once, each
 * further one waits, and nobody who came first is overtaken.
 */
export class Pace {
  readonly #now: () => number;
  /** When the turn after the last one is due. There are as many names as there are keys. */
  readonly #due = new Map<string, number>();

  /** @param now milliseconds of a clock that never runs backwards */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Takes the next turn.
   * @param length how long it is: for how many turns the next one waits
   * @returns milliseconds to wait for it; null, and no turn is taken, where that would be too long
   */
  take(name: string, perHour: number, length = 1): number | null {
    const now = this.#now();
    const everyMs = 3_600_000 / perHour;
    const due = Math.max(this.#due.get(name) ?? now, now);
    const wait = Math.max(0, due - (AT_ONCE - 1) * everyMs - now);
    if (wait > LONGEST_WAIT_MS) return null;
    this.#due.set(name, due + length * everyMs);
    return wait;
  }
}
