import { ChangeWatch, type ChangeWatchParts } from '../document/change-watch.ts';

/** What a lookout sees and does. Tests replace all of it. */
export type LookoutParts = Pick<ChangeWatchParts<boolean>, 'time' | 'isShown' | 'isOrphaned'> & {
  /** Whether the document has changed since the last look, or since `noteChanges` where that was later. */
  readonly hasChanged: () => boolean;
  readonly noteChanges: () => void;
  /** Whether part of an earlier change has not been looked at yet. */
  readonly isBehind: () => boolean;
  /** Starts a look; its last step returns whether something looks like an address. */
  readonly look: () => Iterator<void, boolean>;
  /** Injects the scanner into this document, unless the person or a policy has switched it off. Rejects where that failed. */
  readonly call: () => Promise<unknown>;
};

const INTERVAL_MS = 500;
/** Milliseconds after which a constantly changing document is looked at anyway. */
const MAX_UNREST_MS = 2_500;
/** Milliseconds before a failed injection of the scanner is retried. */
const RETRY_DELAY_MS = 5_000;

/**
 * Looks for anything like an address while the frame is idle, and calls the scanner once it finds something. Almost no
 * page has any, so the usual cost is one look after each change. A document is left alone while it is changing: its
 * scripts need the processor, and nobody reads text that is about to change.
 */
export class Lookout {
  readonly #parts: LookoutParts;
  readonly #end: AbortController;
  readonly #watch: ChangeWatch<boolean>;
  #calling = false;
  #unrestSince: number | null = null;

  /** @param end ends the lookout; it aborts this itself once there is nothing left to look for */
  constructor(parts: LookoutParts, end: AbortController) {
    this.#parts = parts;
    this.#end = end;
    const done = (isSeen: boolean): boolean => {
      if (isSeen) void this.call();
      return !isSeen;
    };
    const hasChanged = () => this.#hasRested();
    this.#watch = new ChangeWatch({ ...parts, hasChanged, interval: INTERVAL_MS, work: parts.look, done }, end);
  }

  #hasRested(): boolean {
    const { hasChanged, noteChanges, isBehind, time } = this.#parts;
    if (hasChanged()) {
      this.#unrestSince ??= time.now();
      if (time.now() - this.#unrestSince < MAX_UNREST_MS) {
        noteChanges();
        return false;
      }
    }
    const isDue = this.#unrestSince !== null || isBehind();
    this.#unrestSince = null;
    return isDue;
  }

  /** Checks now whether there is something to look at, and from then on twice a second. */
  wake(): void {
    if (!this.#calling) this.#watch.wake();
  }

  /** Calls the scanner without a look, because something was seen already. */
  async call(): Promise<void> {
    if (this.#end.signal.aborted || this.#calling) return;
    this.#calling = true;
    this.#watch.rest();
    const { call, isOrphaned, time } = this.#parts;
    try {
      await call();
      this.#end.abort();
    } catch {
      if (isOrphaned()) this.#end.abort();
      time.after(() => {
        this.#calling = false;
        void this.call();
      }, RETRY_DELAY_MS);
    }
  }
}

/** Smaller frames show nothing readable: trackers, message relays, spacers. */
const MIN_FRAME_SIZE = 24;
const READABLE_TYPE = /^(text\/html|application\/xhtml\+xml|text\/plain)$/;

/** Whether a frame shows readable text now. A small or empty one may do so later. */
export function isWorthReading(view: Window): boolean {
  const { contentType, body } = view.document;
  if (!READABLE_TYPE.test(contentType)) return false;
  if (view.top === view) return true;
  const hasContent = Boolean(body?.firstChild) || !view.location.href.startsWith('about:');
  // Asked last: to tell it, the browser lays out the page around a frame.
  return hasContent && Math.min(view.innerWidth, view.innerHeight) >= MIN_FRAME_SIZE;
}
