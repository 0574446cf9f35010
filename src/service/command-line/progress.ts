/** The part of a terminal or file that a progress report needs; `process.stderr` is one. */
export type ProgressStream = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
};

const BAR_WIDTH = 24;
/** Smooth to the eye at no cost. */
const REDRAW_INTERVAL_MS = 100;

/** Shows how far a step is: one redrawn line on a terminal, one plain line per finished step elsewhere. */
export class Progress {
  readonly #stream: ProgressStream;
  readonly #now: () => number;
  #drawnAt = Number.NEGATIVE_INFINITY;

  constructor(stream: ProgressStream, now: () => number = () => performance.now()) {
    this.#stream = stream;
    this.#now = now;
  }

  /** `done` of `total`, in any unit; a total of 0 counts as finished. */
  update(step: string, done: number, total: number): void {
    if (this.#stream.isTTY !== true || this.#now() - this.#drawnAt < REDRAW_INTERVAL_MS) return;
    this.#drawnAt = this.#now();
    this.#draw(step, total === 0 ? 1 : Math.min(1, done / total));
  }

  /** Ends a step with its result, for example "54,863 entries read". */
  finish(outcome: string): void {
    this.#drawnAt = Number.NEGATIVE_INFINITY;
    this.#stream.write(this.#stream.isTTY === true ? `\r\u001b[K${outcome}\n` : `${outcome}\n`);
  }

  /** Clears the line for the next output, for example an error. */
  abandon(): void {
    if (this.#stream.isTTY === true) this.#stream.write('\r\u001b[K');
  }

  #draw(step: string, share: number): void {
    const filled = Math.round(share * BAR_WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
    const line = `${step.padEnd(10)} ${bar} ${String(Math.floor(share * 100)).padStart(3)} %`;
    this.#stream.write(`\r\u001b[K${line.slice(0, (this.#stream.columns ?? 80) - 1)}`);
  }
}
