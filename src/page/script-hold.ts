import { isSharedHost } from '../asset/shared-host.ts';
import { nativeRuntime } from '../messaging/native.ts';
import { HOLD_SHEETS, holdSheet } from './hold-sheet.ts';

/** Milliseconds after which a second sheet is added, so that one always loads while another is put in the place of one that has. */
const SECOND = 15;
/**
 * Milliseconds after which nothing is put in place any more. What loads takes a part of both the page's and the browser's time, and a
 * page that waits longer is one that only the service can tell about, or one whose worker hangs.
 */
const LONGEST = 600;

/**
 * Keeps the scripts of a page from running until its guard lets them. A script waits for the style sheets before it that the parser
 * has met and that are still loading (HTML Standard, section 4.2.6, "script-blocking style sheet"), and Chromium takes a `style` of a
 * parsed fragment, wherever it is put, for one of those. So such an element that imports a sheet of the package stands in the
 * document while the verdict is open. The page is read on and what it names is fetched ahead meanwhile; taken away, the element
 * leaves nothing behind, and the script that waited runs at once. What a page can do without a script element, for example the
 * `onerror` of an image, is not held.
 *
 * A sheet that loads for ever would be a request to somebody. So what loads is a chain of small packaged ones, and where that ends
 * before the verdict, other requests for the last of them, each under a query of its own, because the browser has it at hand
 * otherwise. Measured: no visit ran a script, whatever the worker's state and the server's delay; before, 30 of 30 with a process that
 * had ended and a server that answers within 50 ms.
 *
 * The price is about that of the barest curtain, one sheet and one message to the worker (`npm run bench -- browser`). It is nearly all
 * wait: in 176 loads of pages that paint after 160 ms, in a new tab each, an empty script delayed the first paint by half a millisecond, one
 * that sends a message and hides nothing by 4, the barest curtain by 18, the guard by 16 (means). Whatever answers an extension does so on the
 * browser's main thread, and that takes in the new document first, in one task of ten milliseconds and more (trace of Chromium:
 * `DidCommitNavigation`), so that an answer comes fifteen to twenty after the question, out of memory (`storage.session`) hardly sooner
 * than from disk. A page of which nothing may show before the answer can paint no sooner. So a page out of its own site is not held. One
 * that comes late is, however late: on a busy machine the worker is later still.
 * Tried, and no better: to hold only from the first script on, which the parser tells before it runs it (three milliseconds less where the
 * server answers at once, six more where it takes 200 ms); to tell the page before it comes, by a content script that the worker registers
 * for its address (that delays the page's start by ten milliseconds); the package's address read off a stack instead of asked of `runtime`
 * (two milliseconds more of work), or written into the script by the build (no sooner).
 */
export class ScriptHold {
  /** Settles with false when the hold may end before it is released: then something else must hide the page. */
  readonly lapse: Promise<false>;
  readonly #document: Document;
  readonly #sheets = new Set<Element>();
  #lapsed: () => void = () => undefined;
  #count = 0;
  #until = 0;

  constructor(document: Document) {
    this.#document = document;
    this.lapse = new Promise((resolve) => {
      this.#lapsed = () => resolve(false);
    });
  }

  /**
   * Holds the scripts that have not run yet, unless all have, or the document is no HTML.
   * @returns whether nothing is drawn either: so it is where the body is still to come
   */
  take(): boolean {
    const { readyState, contentType, body, prerendering } = this.#document as Document & { prerendering?: boolean };
    // A page that is loaded ahead waits for its person, not for a verdict.
    if (import.meta.env.FIREFOX || prerendering) return false;
    if (readyState !== 'loading' || contentType !== 'text/html' || isLedToBySite(this.#document)) return false;
    if (this.#sheets.size > 0) return true;
    this.#until = performance.now() + LONGEST;
    this.#add(holdSheet(1));
    setTimeout(() => this.#addAnother(), SECOND);
    return this.#sheets.size > 0 && body === null;
  }

  release(): void {
    const sheets = [...this.#sheets];
    this.#sheets.clear();
    for (const sheet of sheets) sheet.remove();
  }

  #addAnother(): void {
    this.#lapsed();
    if (this.#sheets.size > 0 && performance.now() < this.#until) this.#add(holdSheet(HOLD_SHEETS));
  }

  #add(path: string): void {
    const address = nativeRuntime()?.getURL(path);
    if (address === undefined) return;
    this.#count += 1;
    const box = this.#document.createElement('div');
    box.innerHTML = `<style>@import "${address}?${performance.timeOrigin}-${this.#count}";</style>`;
    const sheet = box.firstElementChild;
    if (!sheet) return;
    sheet.addEventListener('load', () => {
      this.#addAnother();
      this.#drop(sheet);
    });
    sheet.addEventListener('error', () => this.#drop(sheet));
    this.#sheets.add(sheet);
    this.#document.documentElement?.append(sheet);
  }

  #drop(sheet: Element): void {
    this.#lapsed();
    this.#sheets.delete(sheet);
    sheet.remove();
  }
}

/** Whether a page of the same site led to this one: then scripts of the site have run already, unless its pages are many people's. */
function isLedToBySite({ referrer, location }: Document): boolean {
  return referrer.startsWith(`${location.origin}/`) && !isSharedHost(location.hostname);
}
