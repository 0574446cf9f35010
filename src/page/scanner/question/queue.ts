import type { IdleTime } from '../../frame-time.ts';

/** A part of a document that is read again: the queue only asks where nodes stand. */
export type QueuedNode = {
  readonly isConnected: boolean;
  readonly parentNode: unknown;
  /** Only of a shadow root: the element it belongs to. */
  readonly host?: unknown;
};

type QueueOptions<N extends QueuedNode> = {
  readonly idle: IdleTime;
  /** Reads one subtree step by step. */
  readonly read: (node: N) => Iterator<void>;
  /** What is read instead when the page changes faster than single nodes can be followed. */
  readonly everything: () => N;
  /** False while nobody can see the frame. */
  readonly visible: () => boolean;
  /** Called when everything queued has been read. */
  readonly drained: () => void;
};

/** No slice of work is longer than this (ms). */
export const SLICE = 4;
const IDLE_TIMEOUT = 1000;
/** More waiting nodes than this are cheaper to read as one document. */
export const MAX_NODES = 2000;
/** Nodes per second over which a page counts as storming, for this many seconds in a row. */
export const STORM_RATE = 5000;
const STORM_SECONDS = 3;
/** In a storm the whole document is read at most this often (ms). */
export const SAMPLE_EVERY = 2000;

/**
 * Nodes waiting to be read, drained in idle slices. Adding a node costs one Set insertion; what is gone, or inside another
 * waiting node, is dropped before it is read. Under a storm of changes it reads the document now and then
 * instead of each change, and it rests while the frame cannot be seen.
 */
export class ReadingQueue<N extends QueuedNode> {
  readonly #options: QueueOptions<N>;
  readonly #waiting = new Set<N>();
  #reading: Iterator<void> | null = null;
  #cancel: (() => void) | null = null;
  #ended = false;
  #second = 0;
  #inSecond = 0;
  #stormySeconds = 0;
  #lastSample = Number.NEGATIVE_INFINITY;

  constructor(options: QueueOptions<N>) {
    this.#options = options;
  }

  add(node: N): void {
    if (this.#ended) return;
    this.#count();
    const everything = this.#options.everything();
    if (!this.#waiting.has(everything)) {
      const isMuch = this.#waiting.size >= MAX_NODES || this.#isStorm;
      if (isMuch) this.#waiting.clear();
      this.#waiting.add(isMuch ? everything : node);
    }
    this.wake();
  }

  /** Goes on where a hidden frame rested. */
  wake(): void {
    if (this.#ended || this.#cancel !== null || !this.#hasWork || !this.#options.visible()) return;
    const { idle } = this.#options;
    const wait = this.#isStorm && this.#reading === null ? this.#lastSample + SAMPLE_EVERY - idle.now() : 0;
    this.#cancel = wait > 0 ? idle.after(() => this.#schedule(), wait) : this.#onIdle();
  }

  /** Drops everything and never reads again. */
  end(): void {
    this.#ended = true;
    this.#cancel?.();
    this.#cancel = null;
    this.#reading = null;
    this.#waiting.clear();
  }

  get #hasWork(): boolean {
    return this.#reading !== null || this.#waiting.size > 0;
  }

  get #isStorm(): boolean {
    return this.#stormySeconds >= STORM_SECONDS;
  }

  #schedule(): void {
    this.#cancel = null;
    if (!this.#ended && this.#options.visible()) this.#cancel = this.#onIdle();
  }

  #onIdle(): () => void {
    return this.#options.idle.whenIdle((remaining) => this.#drain(remaining), IDLE_TIMEOUT);
  }

  #drain(remaining: number): void {
    this.#cancel = null;
    const { idle, visible, drained } = this.#options;
    if (!visible()) return;
    const end = idle.now() + Math.min(SLICE, Math.max(1, remaining));
    do {
      this.#reading ??= this.#next();
      if (this.#reading === null) break;
      if (this.#reading.next().done) this.#reading = null;
    } while (idle.now() < end);
    if (this.#hasWork) this.wake();
    else drained();
  }

  #next(): Iterator<void> | null {
    for (const node of this.#waiting) {
      this.#waiting.delete(node);
      if (!node.isConnected || this.#isCovered(node)) continue;
      if (node === this.#options.everything()) this.#lastSample = this.#options.idle.now();
      return this.#options.read(node);
    }
    return null;
  }

  #isCovered(node: N): boolean {
    const above = (at: QueuedNode): N | null => (at.parentNode ?? at.host ?? null) as N | null;
    for (let at = above(node); at !== null; at = above(at)) if (this.#waiting.has(at)) return true;
    return false;
  }

  #count(): void {
    const second = Math.floor(this.#options.idle.now() / 1000);
    if (second !== this.#second) {
      const stormy = this.#inSecond > STORM_RATE && second === this.#second + 1;
      this.#stormySeconds = stormy ? this.#stormySeconds + 1 : 0;
      this.#second = second;
      this.#inSecond = 0;
    }
    this.#inSecond += 1;
  }
}
