import { warnedAddress } from '../../asset/url/asked-address.ts';
import { nativeRuntime } from '../../messaging/native.ts';

/** Leaves a page that may try to stay. Create it in the first tick, so that its listeners run before the page's. */
export class Departure {
  readonly #view: Window;
  #isLeaving = false;

  /** @param signal ends it */
  constructor(view: Window, signal: AbortSignal) {
    this.#view = view;
    const { navigation } = view as Window & { readonly navigation?: EventTarget };
    // A page may cancel any navigation of its own document here (HTML Standard, section 7.2.6.10).
    navigation?.addEventListener('navigate', this.#onLeaving, { capture: true, signal });
  }

  /** Stops loading and removes everything from the document. The page can no longer block navigation. */
  empty(): void {
    const { document } = this.#view;
    this.#isLeaving = true;
    eraseHandlers(document);
    // Keeps the page's handlers from asking the person to stay.
    this.#view.addEventListener('beforeunload', this.#onLeaving, { capture: true });
    this.#view.stop();
    document.documentElement?.replaceChildren();
  }

  /**
   * Empties the document and navigates to the warning about an address. `replace` leaves no history entry to return to.
   */
  leave(url: string): void {
    this.empty();
    const runtime = nativeRuntime();
    if (runtime) this.#view.location.replace(`${runtime.getURL('/warning.html')}#${warnedAddress(url)}`);
  }

  readonly #onLeaving = (event: Event): void => {
    if (this.#isLeaving) event.stopImmediatePropagation();
  };
}

/**
 * Erases the page's event handlers on the window, including those in the body's tag, which a script of another world
 * cannot remove one by one. Reopening the document removes them all (HTML Standard, section 8.4.1). An XML document
 * cannot be reopened.
 */
function eraseHandlers(document: Document): void {
  if (!(document instanceof XMLDocument)) document.open();
}
