/** Events of a person's input; none reaches a page that is not shown. */
const INPUT = [
  ...['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste', 'copy', 'cut', 'drop', 'submit'],
  ...['compositionstart', 'compositionupdate', 'compositionend', 'textInput'],
  ...['click', 'auxclick', 'dblclick', 'contextmenu', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'],
];
/** Swallowed as well, but never prevented: a page with a listener that might do so scrolls slower for ever. */
const TOUCH = ['touchstart', 'touchend'];

/**
 * Handlers of which a mere listener would be felt by every page: `storage` opens the storage of its origin, a gamepad's has the browser
 * look for one, and Chromium may report one for `unload`, which it deprecates, to the page.
 */
const COSTLY = ['onstorage', 'ongamepadconnected', 'ongamepaddisconnected', 'onunload'];

/** Events of the window that a body may handle in its tag: those that its own interface has (HTML Standard, section 8.1.8.2). */
const bodyTypes = (): readonly string[] =>
  Object.getOwnPropertyNames(HTMLBodyElement.prototype).flatMap((name) =>
    name.startsWith('on') && !COSTLY.includes(name) ? [name.slice(2)] : [],
  );

/** Keeps a person's input from a page. Its listeners come before any of the page's where it is made in the first tick. */
export class InputStop {
  readonly #document: Document;
  /** Types that the page has handlers for in its markup, which are there before any script of it runs. */
  readonly #handled = new Set<string>();
  #awaitsBody = false;
  #isUp = false;

  constructor(document: Document) {
    this.#document = document;
  }

  raise(): void {
    this.#isUp = true;
    this.listen();
  }

  drop(): void {
    this.#isUp = false;
    if (!this.#awaitsBody) return;
    this.#awaitsBody = false;
    for (const type of [...bodyTypes(), ...this.#handled])
      this.#document.defaultView?.removeEventListener(type, this.#stop, { capture: true });
    this.#handled.clear();
  }

  /** Leaves the document as if it had never been there. */
  end(): void {
    this.drop();
    const view = this.#document.defaultView;
    for (const type of [...INPUT, ...TOUCH]) view?.removeEventListener(type, this.#swallow, { capture: true });
  }

  /**
   * Listens for all that the tag of a body may handle, before there is a body: at its window Chromium calls handlers in the order in
   * which they were added, whether they capture or not. Only the types given to {@link stopAlso} are stopped.
   */
  awaitBody(): void {
    this.#awaitsBody = true;
    for (const type of bodyTypes()) this.#document.defaultView?.addEventListener(type, this.#stop, { capture: true });
  }

  /**
   * Also stops events that are no input, as long as it is up. Only at the window: the one event that does not pass there is an element's
   * `load`, which no other element hears, and by which the hold learns that its sheet has loaded.
   */
  stopAlso(types: readonly string[]): void {
    for (const type of types) {
      this.#handled.add(type);
      this.#document.defaultView?.addEventListener(type, this.#stop, { capture: true });
    }
  }

  /** A document that the page opens again (`document.open`) has lost its listeners; adding them twice adds them once. */
  listen(): void {
    const view = this.#document.defaultView;
    for (const type of INPUT) view?.addEventListener(type, this.#swallow, { capture: true, passive: false });
    for (const type of TOUCH) view?.addEventListener(type, this.#swallow, { capture: true, passive: true });
  }

  readonly #swallow = (event: Event): void => {
    if (!this.#isUp || !event.isTrusted) return;
    event.stopImmediatePropagation();
    if (!TOUCH.includes(event.type)) event.preventDefault();
  };

  readonly #stop = (event: Event): void => {
    if (this.#isUp && this.#handled.has(event.type)) event.stopImmediatePropagation();
  };
}
