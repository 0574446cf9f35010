import type { IdleTime } from '../frame-time.ts';

/** What became of a call for the scanner: it has come, or the person or a policy does not want it. */
export type CallReply = { readonly enabled: boolean };

/** What a lookout sees and does. All of it is replaced in tests. */
export type LookoutParts = {
  readonly time: IdleTime;
  /** False while nobody can see the frame, or it is too small to show anything. */
  readonly isShown: () => boolean;
  /** Whether the document has changed since the last look began. */
  readonly hasChanged: () => boolean;
  /** Begins a look, which answers at last whether something looks like an address. */
  readonly look: () => Iterator<void, boolean>;
  /** Has the scanner brought into this document. Rejects where it could not be. */
  readonly call: () => Promise<CallReply>;
  /** Whether the extension is gone. */
  readonly isOrphaned: () => boolean;
};

/** No step of a look is followed by another one in the same slice once it has taken this long (ms). */
const SLICE = 4;
/** Milliseconds after which a look goes on although the frame was never idle. */
const IDLE_TIMEOUT_MS = 2_000;
/** Milliseconds between two questions whether the page has changed. */
const INTERVAL_MS = 1_000;
/** A look is followed by a pause of so many times its length: it never takes more of the main thread than two in a hundred. */
const PAUSE_RATIO = 50;
/** Milliseconds until the scanner is called again that could not be brought. */
const RETRY_MS = 5_000;

/**
 * Watches a page for anything that looks like an address, in idle moments, and calls the scanner once it sees something. Almost no page
 * has any, so what all of them pay is one look after they have changed.
 */
export class Lookout {
  readonly #parts: LookoutParts;
  readonly #end: AbortController;
  #cancel: (() => void) | null = null;
  #looking: Iterator<void, boolean> | null = null;
  #spent = 0;
  #calling = false;

  /** @param end ends it; it aborts this itself once there is nothing left to look for */
  constructor(parts: LookoutParts, end: AbortController) {
    this.#parts = parts;
    this.#end = end;
    end.signal.addEventListener('abort', () => this.#cancel?.());
  }

  /** Asks now whether there is something to look at, and from then on about once a second. */
  wake(): void {
    if (this.#hasEnded || this.#calling || this.#looking !== null) return;
    this.#cancel?.();
    this.#ask();
  }

  /** Calls the scanner without a look: something was seen already. */
  async call(): Promise<void> {
    if (this.#hasEnded || this.#calling) return;
    this.#calling = true;
    this.#cancel?.();
    this.#looking = null;
    try {
      await this.#parts.call();
      this.#end.abort();
    } catch {
      const again = (): void => {
        this.#calling = false;
        void this.call();
      };
      if (this.#parts.isOrphaned()) this.#end.abort();
      else this.#plan(again, RETRY_MS);
    }
  }

  get #hasEnded(): boolean {
    return this.#end.signal.aborted;
  }

  #plan(next: () => void, delay: number): void {
    if (!this.#hasEnded) this.#cancel = this.#parts.time.after(next, delay);
  }

  #ask(): void {
    const { isOrphaned, isShown, hasChanged } = this.#parts;
    if (isOrphaned()) this.#end.abort();
    else if (isShown() && hasChanged()) this.#goOn();
    else this.#plan(() => this.#ask(), INTERVAL_MS);
  }

  #goOn(): void {
    this.#cancel = this.#parts.time.whenIdle((remaining) => this.#slice(remaining), IDLE_TIMEOUT_MS);
  }

  #slice(remaining: number): void {
    const { time, look } = this.#parts;
    const begun = time.now();
    const end = begun + Math.min(SLICE, Math.max(1, remaining));
    if (this.#looking === null) this.#spent = 0;
    this.#looking ??= look();
    let step: IteratorResult<void, boolean>;
    do step = this.#looking.next();
    while (!step.done && time.now() < end);
    this.#spent += time.now() - begun;
    if (!step.done) {
      this.#goOn();
      return;
    }
    this.#looking = null;
    if (step.value) void this.call();
    else this.#plan(() => this.#ask(), Math.max(INTERVAL_MS, this.#spent * PAUSE_RATIO));
  }
}
