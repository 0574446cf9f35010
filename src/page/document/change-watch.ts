import type { IdleTime } from './frame-time.ts';

/**
 * Tells whether the nodes, texts or attributes of a document have changed. An XPath iterator tracks this itself (DOM
 * Level 3 XPath, section 1.3.4, `invalidIteratorState`). Changes by the page cost nothing, however frequent, and a
 * check costs almost nothing.
 */
export class DocumentChange {
  // An element with the name `evaluate` would hide the document's own method.
  readonly #evaluator = new XPathEvaluator();
  #iterators: readonly XPathResult[] = [];
  /** The document at the last `note`: a frame may get another one. */
  #noted: Document | null = null;
  /** An iterator cannot track a root itself, so it would miss the first node of an empty root. */
  #empty: readonly ShadowRoot[] = [];

  /** True where something has changed since `note`, or may have. */
  get happened(): boolean {
    return (
      this.#noted !== document ||
      this.#empty.some(({ firstChild }) => firstChild !== null) ||
      this.#iterators.some(({ invalidIteratorState }) => invalidIteratorState)
    );
  }

  /** Starts a new comparison. @param roots shadow roots, which Firefox tracks apart from their document */
  note(roots: ReadonlySet<ShadowRoot>): void {
    const all = [...roots];
    this.#empty = all.filter(({ firstChild }) => firstChild === null);
    this.#noted = document;
    this.#iterators = [document, ...all.flatMap(({ firstChild }) => firstChild ?? [])].map((place) =>
      this.#iterator(place),
    );
  }

  #iterator(place: Node): XPathResult {
    return this.#evaluator.evaluate('.', place, null, XPathResult.UNORDERED_NODE_ITERATOR_TYPE, null);
  }
}

/** What a watch sees and does. Tests replace all of it. */
export type ChangeWatchParts<Result> = {
  readonly time: IdleTime;
  readonly interval: number;
  /** False while nobody can see the frame: then it rests until the next {@link ChangeWatch.wake}. */
  readonly isShown: () => boolean;
  /** Whether the document has changed since the last work began. */
  readonly hasChanged: () => boolean;
  /** Works through the document step by step; a step takes a few milliseconds at most. */
  readonly work: () => Iterator<void, Result>;
  /** Called with the result of the work. Returns whether to continue watching. */
  readonly done: (result: Result) => boolean;
  readonly isOrphaned: () => boolean;
};

/** Milliseconds of work after which a slice ends. */
const MAX_SLICE_MS = 4;
/** Milliseconds after which work begins although the frame was never idle. */
const IDLE_TIMEOUT_MS = 2_000;
/** Work, and a slice in a frame that is never idle, is followed by a pause this many times as long: two percent at most. */
const PAUSE_RATIO = 50;

/** Works through a document in idle slices whenever it has changed; else it only checks once per interval. */
export class ChangeWatch<Result> {
  readonly #parts: ChangeWatchParts<Result>;
  readonly #end: AbortController;
  #cancel: (() => void) | null = null;
  #working: Iterator<void, Result> | null = null;
  #spent = 0;

  /** @param end ends the watch; the watch aborts it itself once the extension is gone */
  constructor(parts: ChangeWatchParts<Result>, end: AbortController) {
    this.#parts = parts;
    this.#end = end;
    end.signal.addEventListener('abort', () => this.rest());
  }

  /** Checks now whether there is work, and from then on at each interval. */
  wake(): void {
    if (this.#end.signal.aborted || this.#working !== null) return;
    this.#cancel?.();
    this.#ask();
  }

  /** Pauses until the next `wake`. */
  rest(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#working = null;
  }

  #ask(): void {
    const { time, interval, isOrphaned, isShown, hasChanged } = this.#parts;
    if (isOrphaned()) this.#end.abort();
    else if (isShown() && hasChanged()) this.#goOn(IDLE_TIMEOUT_MS);
    else this.#cancel = isShown() ? time.after(() => this.#ask(), interval) : null;
  }

  #goOn(timeout: number): void {
    this.#cancel = this.#parts.time.whenIdle((remaining) => this.#slice(remaining), timeout);
  }

  #slice(remaining: number): void {
    const { time, interval, work, done } = this.#parts;
    const begun = time.now();
    // A frame that is never idle gives no time at all, however long it is waited for.
    const end = begun + (remaining === 0 ? MAX_SLICE_MS : Math.min(MAX_SLICE_MS, Math.max(1, remaining)));
    if (this.#working === null) this.#spent = 0;
    const working = this.#working ?? work();
    this.#working = working;
    let step: IteratorResult<void, Result>;
    do step = working.next();
    while (!step.done && time.now() < end);
    const spent = time.now() - begun;
    this.#spent += spent;
    if (!step.done) {
      this.#goOn(spent * PAUSE_RATIO);
      return;
    }
    this.#working = null;
    const pause = Math.max(interval, this.#spent * PAUSE_RATIO);
    if (done(step.value) && !this.#end.signal.aborted) this.#cancel = time.after(() => this.#ask(), pause);
  }
}
