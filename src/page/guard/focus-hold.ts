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
