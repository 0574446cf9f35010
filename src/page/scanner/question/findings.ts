import type { Send } from './inquiry.ts';
import type { Counts } from './ledger.ts';
import type { IdleTime } from './queue.ts';

const SETTLE = 300;

/** Tells the background how many addresses the frame holds: only when the numbers changed, and not more often than needed. */
export class FindingsNotice {
  readonly #send: Send;
  readonly #time: Pick<IdleTime, 'after'>;
  readonly #counts: () => Counts;
  #told: Counts = { found: 0, blocked: 0 };
  #cancel: (() => void) | null = null;

  constructor(send: Send, time: Pick<IdleTime, 'after'>, counts: () => Counts) {
    this.#send = send;
    this.#time = time;
    this.#counts = counts;
  }

  /** Call when the numbers may have changed. */
  wake(): void {
    if (this.#cancel !== null || !this.#differs(this.#counts())) return;
    this.#cancel = this.#time.after(() => {
      this.#cancel = null;
      void this.#tell();
    }, SETTLE);
  }

  end(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #differs({ found, blocked }: Counts): boolean {
    return found !== this.#told.found || blocked !== this.#told.blocked;
  }

  async #tell(): Promise<void> {
    const counts = this.#counts();
    if (!this.#differs(counts)) return;
    try {
      await this.#send('pageFindings', counts);
      this.#told = counts;
    } catch {
      // The next change tells the numbers anew; a count that nobody could take is no reason to disturb the page.
    }
  }
}
