import { keepInLayer } from '../document/shadow-root.ts';

/** The type of an event that no page knows: if it is not heard, our listeners were erased. */
const PROBE = String(Math.random());
/** Events of a person's input; none reaches a hidden page. */
const INPUT = [
  PROBE,
  ...['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste', 'copy', 'cut', 'drop', 'submit'],
  ...['compositionstart', 'compositionupdate', 'compositionend', 'textInput'],
  ...['click', 'auxclick', 'dblclick', 'contextmenu', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'],
];
/** Stopped as well, but never prevented: a listener that may prevent them makes the page scroll slower for good. */
const TOUCH = ['touchstart', 'touchend'];

/**
 * Event handlers whose listeners affect the page: `storage` opens the origin's storage, gamepad events make the browser
 * look for gamepads, and Chromium may report the deprecated `unload` to the page.
 */
const COSTLY = ['onstorage', 'ongamepadconnected', 'ongamepaddisconnected', 'onunload'];

/**
 * Window events that a body may handle by an attribute of its tag: those of its own interface (HTML Standard, section
 * 8.1.8.2).
 */
const bodyTypes = (): readonly string[] =>
  Object.getOwnPropertyNames(HTMLBodyElement.prototype).flatMap((name) =>
    name.startsWith('on') && !COSTLY.includes(name) ? [name.slice(2)] : [],
  );

/** Keeps a person's input from a page while it is hidden, and presses on our layers at any time. If it is created in the first tick, its listeners come before the page's. */
export class InputStop {
  readonly #view: Window | null;
  /** Types with handlers in the page's markup, which exist before any script of the page runs. */
  readonly #handled = new Set<string>();
  /** Whether the page has opened its document again: then its listeners may come before ours. */
  isLate = false;
  #awaitsBody = false;
  #isUp = false;

  constructor(document: Document) {
    this.#view = document.defaultView;
  }

  raise(): void {
    this.#isUp = true;
    this.isLate ||= this.#view?.dispatchEvent(new Event(PROBE, { cancelable: true })) ?? false;
    this.listen();
  }

  drop(): void {
    this.#isUp = false;
    if (!this.#awaitsBody) return;
    this.#awaitsBody = false;
    for (const type of [...bodyTypes(), ...this.#handled])
      this.#view?.removeEventListener(type, this.#stop, { capture: true });
    this.#handled.clear();
  }

  /** Removes all listeners and leaves the document unchanged. */
  end(): void {
    this.drop();
    for (const type of [...INPUT, ...TOUCH]) this.#view?.removeEventListener(type, this.#swallow, { capture: true });
  }

  /**
   * Listens for every event that a body's tag may handle, before the body exists: Chromium calls window handlers in the
   * order in which they were added, capturing or not. Only the types given to {@link stopAlso} are stopped.
   */
  awaitBody(): void {
    this.#awaitsBody = true;
    for (const type of bodyTypes()) this.#view?.addEventListener(type, this.#stop, { capture: true });
  }

  /**
   * Also stops these events, which are not input, while it is up. It listens at the window only. The one event that
   * does not pass there is an element's `load`: no other element hears it, and the hold needs it to learn that its
   * sheet has loaded.
   */
  stopAlso(types: readonly string[]): void {
    for (const type of types) {
      this.#handled.add(type);
      this.#view?.addEventListener(type, this.#stop, { capture: true });
    }
  }

  /**
   * A document that the page reopens (`document.open`) has lost its listeners; adding a listener twice has no effect.
   */
  listen(): void {
    for (const type of INPUT) this.#view?.addEventListener(type, this.#swallow, { capture: true, passive: false });
    for (const type of TOUCH) this.#view?.addEventListener(type, this.#swallow, { capture: true, passive: true });
  }

  readonly #swallow = (event: Event): void => {
    if (event.type === PROBE) event.preventDefault();
    if (!event.isTrusted) return;
    if (!this.#isUp) {
      keepInLayer(event);
      return;
    }
    event.stopImmediatePropagation();
    if (!TOUCH.includes(event.type)) event.preventDefault();
  };

  readonly #stop = (event: Event): void => {
    if (this.#isUp && this.#handled.has(event.type)) event.stopImmediatePropagation();
  };
}

/**
 * Keeps the keyboard focus out of the frames inside a hidden document: a press there does not pass the document's
 * window, where input is stopped. A frame that takes the focus again loses it before the next press.
 */
export class FocusHold {
  readonly #view: Window | null;

  constructor(document: Document) {
    this.#view = document.defaultView;
  }

  take(): void {
    this.#view?.addEventListener('blur', this.#onBlur, { capture: true });
    this.#withdraw();
  }

  release(): void {
    this.#view?.removeEventListener('blur', this.#onBlur, { capture: true });
  }

  /** Once the change of focus is over; no press comes in between. */
  readonly #onBlur = (): void => queueMicrotask(() => this.#withdraw());

  #withdraw(): void {
    const document = this.#view?.document;
    const active = document?.hasFocus() ? document.activeElement : null;
    if (active && 'contentWindow' in active) this.#view?.focus();
  }
}
