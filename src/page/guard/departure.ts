import { nativeRuntime } from '../../messaging/native.ts';
import { warnedAddress } from './asked-address.ts';

/** Leaves a page that may try to stay. Made in the first tick, so that no listener of the page comes before its own. */
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

  /** Ends loading and removes everything from the document. From now on the page can hold up no navigation away from it. */
  empty(): void {
    const { document } = this.#view;
    this.#isLeaving = true;
    eraseHandlers(document);
    // No handler of the page may ask the person to stay.
    this.#view.addEventListener('beforeunload', this.#onLeaving, { capture: true });
    this.#view.stop();
    document.documentElement?.replaceChildren();
  }

  /** Empties the document and goes to the warning about an address. `replace` leaves no entry in the history to fall back into. */
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
 * Erases what the page handles at its window, in the tag of its body too, which no script of another world can take away one by one: a
 * document that is opened again loses all of it (HTML Standard, section 8.4.1). One of XML cannot be opened.
 */
function eraseHandlers(document: Document): void {
  if (!(document instanceof XMLDocument)) document.open();
}
