import { ChangeWatch, type ChangeWatchParts } from '../change-watch.ts';

/** The answer to a call for the scanner: it has come, or the person or a policy has switched it off. */
export type CallReply = { readonly enabled: boolean };

/** What a lookout sees and does. All of it is replaced in tests. */
export type LookoutParts = Pick<ChangeWatchParts<boolean>, 'time' | 'isShown' | 'isOrphaned'> & {
  /** Whether the document has changed since the last look, or since `noteChanges` where that was later. */
  readonly hasChanged: () => boolean;
  readonly noteChanges: () => void;
  /** Whether something of an earlier change is still to be looked for. */
  readonly isBehind: () => boolean;
  /** Starts a look; its last step returns whether something looks like an address. */
  readonly look: () => Iterator<void, boolean>;
  /** Has the scanner injected into this document. Rejects where it could not be. */
  readonly call: () => Promise<CallReply>;
};

const INTERVAL_MS = 500;
/** A document that changes all the time is looked at all the same once this has passed. */
const MAX_UNREST_MS = 2_500;
/** Milliseconds before a scanner that could not be injected is called again. */
const RETRY_DELAY_MS = 5_000;

/**
 * Looks in idle moments for anything that looks like an address, and calls the scanner once it sees something. Almost no page has any, so
 * that the usual cost is one look after each change. A document that is changing is left alone until it rests: whoever changes it needs the
 * processor, and nobody reads what is about to change.
 */
export class Lookout {
  readonly #parts: LookoutParts;
  readonly #end: AbortController;
  readonly #watch: ChangeWatch<boolean>;
  #calling = false;
  #unrestSince: number | null = null;

  /** @param end ends it; it aborts this itself once there is nothing left to look for */
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

  /** Whether the document has changed and then rested from one question to the next, or never rests. */
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

  /** Asks now whether there is something to look at, and from then on twice a second. */
  wake(): void {
    if (!this.#calling) this.#watch.wake();
  }

  /** Calls the scanner without a look: something was seen already. */
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

/** What is known about a frame before anything in it is read. Sizes in CSS pixels. */
export type FrameView = {
  readonly contentType: string;
  readonly isTop: boolean;
  readonly width: number;
  readonly height: number;
  readonly address: string;
  readonly hasContent: boolean;
};

/** Frames below this size show nothing a person could read: trackers, message relays, spacers. */
const MIN_FRAME_SIZE = 24;
const READABLE_TYPE = /^(text\/html|application\/xhtml\+xml|text\/plain)$/;

/** Whether a frame shows a text that a person could read, now: a small or an empty one may do so later. */
export function isWorthReading({ contentType, isTop, width, height, address, hasContent }: FrameView): boolean {
  if (!READABLE_TYPE.test(contentType)) return false;
  if (isTop) return true;
  if (width < MIN_FRAME_SIZE || height < MIN_FRAME_SIZE) return false;
  return hasContent || !address.startsWith('about:');
}
