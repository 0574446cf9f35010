import { nativeRuntime } from '../messaging/native.ts';
import { HOLD_SHEETS, holdSheet } from './hold-sheet.ts';

/** Milliseconds after which a second sheet is added, so that one always loads while another is put in the place of one that has. */
const SECOND = 15;
/** Milliseconds after which nothing is put in place any more: the worker has answered by then, or hangs. */
const LONGEST = 4_000;

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
 * otherwise. Measured: 0 of 450 visits ran a script, in every state of the worker and at every delay of the server; before, 30 of 30
 * with a process that had ended and a server that answers within 50 ms.
 */
export class ScriptHold {
  readonly #document: Document;
  readonly #sheets = new Set<Element>();
  #count = 0;
  #until = 0;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Holds the scripts that have not run yet. Does nothing where all have, or the document is no HTML. */
  take(): void {
    const { readyState, contentType } = this.#document;
    if (import.meta.env.FIREFOX || this.#sheets.size > 0 || readyState !== 'loading' || contentType !== 'text/html')
      return;
    this.#until = performance.now() + LONGEST;
    this.#add(holdSheet(1));
    setTimeout(() => this.#addAnother(), SECOND);
  }

  release(): void {
    const sheets = [...this.#sheets];
    this.#sheets.clear();
    for (const sheet of sheets) sheet.remove();
  }

  #addAnother(): void {
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
    this.#sheets.delete(sheet);
    sheet.remove();
  }
}
