/** What a person may do to a page; nothing of it reaches one that is not shown. */
const INPUT = [
  ...['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste', 'copy', 'cut', 'drop', 'submit'],
  ...['compositionstart', 'compositionupdate', 'compositionend', 'textInput'],
  ...['click', 'auxclick', 'dblclick', 'contextmenu', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'],
];
/** Swallowed as well, but never prevented: a page with a listener that might do so scrolls slower for ever. */
const TOUCH = ['touchstart', 'touchend'];

/** Keeps a person's input from a page. Its listeners stand before any of the page's where it is made in the first tick. */
export class InputStop {
  readonly #document: Document;
  /** Types that the page has handlers for in its markup, which are there before any script of it runs. */
  readonly #handled = new Set<string>();
  #up = false;

  constructor(document: Document) {
    this.#document = document;
  }

  raise(): void {
    this.#up = true;
    this.listen();
  }

  drop(): void {
    this.#up = false;
    const targets = [this.#document, this.#document.defaultView];
    for (const type of this.#handled)
      for (const target of targets) target?.removeEventListener(type, this.#stop, { capture: true });
    this.#handled.clear();
  }

  /** Leaves the document as if it had never been there. */
  end(): void {
    this.drop();
    const view = this.#document.defaultView;
    for (const type of [...INPUT, ...TOUCH]) view?.removeEventListener(type, this.#swallow, { capture: true });
  }

  /** Also stops events that are no input, as long as it is up. An element's `load` passes the document, and not the window. */
  stopAlso(types: readonly string[]): void {
    const targets = [this.#document, this.#document.defaultView];
    for (const type of types) {
      this.#handled.add(type);
      for (const target of targets) target?.addEventListener(type, this.#stop, { capture: true });
    }
  }

  /** A document that the page opens again (`document.open`) has lost its listeners; adding them twice adds them once. */
  listen(): void {
    const view = this.#document.defaultView;
    for (const type of INPUT) view?.addEventListener(type, this.#swallow, { capture: true, passive: false });
    for (const type of TOUCH) view?.addEventListener(type, this.#swallow, { capture: true, passive: true });
  }

  readonly #swallow = (event: Event): void => {
    if (!this.#up || !event.isTrusted) return;
    event.stopImmediatePropagation();
    if (!TOUCH.includes(event.type)) event.preventDefault();
  };

  readonly #stop = (event: Event): void => {
    if (this.#up) event.stopImmediatePropagation();
  };
}
