import { FRAME_TIME } from './frame-time.ts';
import { rootOf } from './node.ts';

/**
 * Milliseconds between updates without an event (style changes and animations fire none, and a page may cancel our frame
 * callback), and between two choices of places; in between, marks keep their place beside the address.
 */
const INTERVAL_MS = 500;
const MOVERS = ['scroll', 'resize', 'load', 'visibilitychange'];

/**
 * Runs an update after the next frame whenever marked elements may have moved: scrolling, resizing, loading, page
 * changes. A timer repeats it only while a mark is near the viewport.
 */
export class LayoutWatch {
  readonly #update: (chooseAgain: boolean) => boolean;
  readonly #listeners = new AbortController();
  readonly #near = new WeakSet<Element>();
  /** Elements whose place is observed, and shadow roots whose scrolling is. */
  readonly #observed = new WeakSet<Node>();
  readonly #intersections: IntersectionObserver;
  readonly #sizes: ResizeObserver;
  #plan: object | null = null;
  #cancelRepeat: (() => void) | null = null;
  #mustChoose = false;
  #chosenAt = Number.NEGATIVE_INFINITY;

  /**
   * @param update moves marks to their places; `chooseAgain` asks to choose new places; returns whether a mark is in
   *   view
   */
  constructor(update: (chooseAgain: boolean) => boolean) {
    this.#update = update;
    this.#intersections = new IntersectionObserver((entries) => this.#note(entries), { rootMargin: '64px' });
    this.#sizes = new ResizeObserver(() => this.wake(true));
    this.#sizes.observe(document.documentElement);
    if (document.body) this.#sizes.observe(document.body);
    const listen = { signal: this.#listeners.signal, capture: true, passive: true };
    const moved = ({ type }: Event): void => this.wake(type !== 'scroll');
    for (const type of MOVERS) window.addEventListener(type, moved, listen);
  }

  /** True for an element in or close to the viewport; it is observed from the first call on. */
  isNear(element: Element): boolean {
    if (!this.#observed.has(element)) this.#observe(element);
    return this.#near.has(element);
  }

  /** @param chooseAgain whether new places may be needed as well */
  wake(chooseAgain: boolean): void {
    this.#mustChoose ||= chooseAgain;
    if (this.#plan !== null || document.hidden || this.#listeners.signal.aborted) return;
    const plan = {};
    this.#plan = plan;
    const run = () => this.#plan === plan && this.#run();
    // After the frame's own layout: reading the layout inside the frame callback would force the page to lay itself out
    // at once.
    requestAnimationFrame(() => FRAME_TIME.after(run, 0));
    FRAME_TIME.after(run, INTERVAL_MS);
  }

  end(): void {
    this.#listeners.abort();
    this.#intersections.disconnect();
    this.#sizes.disconnect();
    this.#plan = null;
  }

  #observe(element: Element): void {
    this.#observed.add(element);
    this.#intersections.observe(element);
    const root = rootOf(element);
    if (!(root instanceof ShadowRoot) || this.#observed.has(root)) return;
    this.#observed.add(root);
    const listen = { signal: this.#listeners.signal, capture: true, passive: true };
    root.addEventListener('scroll', () => this.wake(false), listen);
  }

  #note(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#near.add(target);
      else this.#near.delete(target);
    }
    this.wake(false);
  }

  #run(): void {
    this.#plan = null;
    const now = performance.now();
    const chooseAgain = this.#mustChoose && now - this.#chosenAt >= INTERVAL_MS;
    if (chooseAgain) {
      this.#mustChoose = false;
      this.#chosenAt = now;
    }
    this.#cancelRepeat?.();
    if (this.#update(chooseAgain) || this.#mustChoose)
      this.#cancelRepeat = FRAME_TIME.after(() => this.wake(false), INTERVAL_MS);
  }
}
