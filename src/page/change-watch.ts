import type { IdleTime } from './frame-time.ts';

/**
 * Tells whether a document has changed, in nodes, texts or attributes. An iterator of XPath knows that by itself (DOM Level 3 XPath,
 * section 1.3.4, `invalidIteratorState`): what the page does costs nothing, however often it does it, and to ask costs next to nothing.
 */
export class DocumentChange {
  // The one of the document could be hidden by an element that a page names after it.
  readonly #evaluator = new XPathEvaluator();
  #iterators: readonly XPathResult[] = [];
  /** The document that was noted: a frame can be given another one. */
  #noted: Document | null = null;
  #hasEmptyRoot = false;

  /** True where something has changed since `note`, or may have. */
  get happened(): boolean {
    return (
      this.#noted !== document ||
      this.#hasEmptyRoot ||
      this.#iterators.some(({ invalidIteratorState }) => invalidIteratorState)
    );
  }

  /** What changes from now on counts. @param roots shadow roots, which Firefox tells apart from their document */
  note(roots: ReadonlySet<ShadowRoot>): void {
    const places = [document, ...[...roots].map(({ firstChild }) => firstChild)];
    // An iterator takes no root itself, so nothing would tell of the first node of an empty one.
    this.#hasEmptyRoot = places.includes(null);
    this.#noted = document;
    this.#iterators = places.flatMap((place) => (place ? this.#iterator(place) : []));
  }

  #iterator(place: Node): XPathResult {
    return this.#evaluator.evaluate('.', place, null, XPathResult.UNORDERED_NODE_ITERATOR_TYPE, null);
  }
}

/** What a watch sees and does. All of it is replaced in tests. */
export type ChangeWatchParts<Result> = {
  readonly time: IdleTime;
  /** Milliseconds between two questions whether the document has changed. */
  readonly interval: number;
  /** False while nobody can see the frame. */
  readonly isShown: () => boolean;
  /** Whether the document has changed since the last work began. */
  readonly hasChanged: () => boolean;
  /** Works through the document step by step; a step takes a few milliseconds at most. */
  readonly work: () => Iterator<void, Result>;
  /** Called with the result of the work. Returns whether to go on watching. */
  readonly done: (result: Result) => boolean;
  /** Whether the extension is gone. */
  readonly isOrphaned: () => boolean;
};

/** Milliseconds after which no further step is made in the same slice. */
const MAX_SLICE_MS = 4;
/** Milliseconds after which work goes on although the frame was never idle. */
const IDLE_TIMEOUT_MS = 2_000;
/** Work is followed by a pause of this many times its length, so that it takes at most two percent of the main thread. */
const PAUSE_RATIO = 50;

/** Works through a document in idle slices whenever it has changed. An unchanged document costs one question per interval. */
export class ChangeWatch<Result> {
  readonly #parts: ChangeWatchParts<Result>;
  readonly #end: AbortController;
  #cancel: (() => void) | null = null;
  #working: Iterator<void, Result> | null = null;
  #spent = 0;

  /** @param end ends it; it aborts this itself once the extension is gone */
  constructor(parts: ChangeWatchParts<Result>, end: AbortController) {
    this.#parts = parts;
    this.#end = end;
    end.signal.addEventListener('abort', () => this.rest());
  }

  /** Asks now whether there is something to do, and from then on again and again. */
  wake(): void {
    if (this.#end.signal.aborted || this.#working !== null) return;
    this.#cancel?.();
    this.#ask();
  }

  /** Does nothing until it is woken. */
  rest(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#working = null;
  }

  #ask(): void {
    const { time, interval, isOrphaned, isShown, hasChanged } = this.#parts;
    if (isOrphaned()) this.#end.abort();
    else if (isShown() && hasChanged()) this.#goOn();
    else this.#cancel = time.after(() => this.#ask(), interval);
  }

  #goOn(): void {
    this.#cancel = this.#parts.time.whenIdle((remaining) => this.#slice(remaining), IDLE_TIMEOUT_MS);
  }

  #slice(remaining: number): void {
    const { time, interval, work, done } = this.#parts;
    const begun = time.now();
    const end = begun + Math.min(MAX_SLICE_MS, Math.max(1, remaining));
    if (this.#working === null) this.#spent = 0;
    const working = this.#working ?? work();
    this.#working = working;
    let step: IteratorResult<void, Result>;
    do step = working.next();
    while (!step.done && time.now() < end);
    this.#spent += time.now() - begun;
    if (!step.done) {
      this.#goOn();
      return;
    }
    this.#working = null;
    const pause = Math.max(interval, this.#spent * PAUSE_RATIO);
    if (done(step.value) && !this.#end.signal.aborted) this.#cancel = time.after(() => this.#ask(), pause);
  }
}
