import type { IdleTime } from '../document/frame-time.ts';
import type { Send } from './address-check.ts';
import type { Counts } from './ledger.ts';

/** Milliseconds until changed counts are sent, and between two messages: a page may change them at any rate. */
const DELAY_MS = 300;
const INTERVAL_MS = 1_000;

/**
 * Reports to the background how many addresses the frame holds, only when the counts changed, and at a limited rate.
 */
export class FindingsReport {
  readonly #send: Send;
  readonly #time: Pick<IdleTime, 'after' | 'now'>;
  readonly #counts: () => Counts;
  #sent: Counts = { found: 0, blocked: 0 };
  #cancel: (() => void) | null = null;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(send: Send, time: Pick<IdleTime, 'after' | 'now'>, counts: () => Counts) {
    this.#send = send;
    this.#time = time;
    this.#counts = counts;
  }

  /** Call when the counts may have changed. */
  wake(): void {
    if (this.#cancel !== null || !this.#differs(this.#counts())) return;
    this.#cancel = this.#time.after(
      () => {
        this.#cancel = null;
        void this.#report();
      },
      Math.max(DELAY_MS, this.#sentAt + INTERVAL_MS - this.#time.now()),
    );
  }

  end(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #differs({ found, blocked }: Counts): boolean {
    return found !== this.#sent.found || blocked !== this.#sent.blocked;
  }

  async #report(): Promise<void> {
    const counts = this.#counts();
    if (!this.#differs(counts)) return;
    this.#sentAt = this.#time.now();
    try {
      await this.#send('pageFindings', counts);
      this.#sent = counts;
    } catch {
      // The next change reports the counts again; a lost count is no reason to disturb the page.
    }
  }
}
