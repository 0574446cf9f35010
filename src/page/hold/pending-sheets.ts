import { nativeRuntime } from '../../messaging/native.ts';
import { XHTML } from './set-aside.ts';

/** Sheets of the chain. One takes about four milliseconds to load on two busy cores, and seldom less than one. */
export const HOLD_SHEETS = 40;

/** Where a sheet lies in the package, from its root; the last one imports nothing. */
export const holdSheet = (number: number): string => `/hold/${number}.css`;

/** A sheet's text: each imports the next, so that they load one after another. */
export const holdSheetText = (number: number): string =>
  number < HOLD_SHEETS ? `@import "${number + 1}.css";\n` : '/* What this is for: src/page/hold/parser-hold.ts. */\n';

/** Milliseconds after which a second sheet is added, so that one always loads while another is put in the place of one that has. */
const SECOND_SHEET_DELAY_MS = 15;
/** Sheets at once where they come out of memory, which takes each a millisecond or two. */
const MEMORY_SHEETS = 4;

type PendingSheetsParts = {
  /** Called where for a moment no sheet may be loading. */
  readonly lapsed: () => void;
  /** Does the work that changes the document. */
  readonly within: (work: () => void) => void;
};

/**
 * Keeps at least one style sheet of a document loading. A sheet that loaded for ever would be a request to somebody. So what loads is
 * a chain of small packaged ones, and beside it other requests for the last of them, each under a query of its own, because the browser
 * has it at hand otherwise. Where the extension is gone, no more are added.
 *
 * A page that its site's own service worker controls has that worker answer or refuse the package's sheets (Service Workers, section
 * 4.6: fetch events of subresources). There each comes from a blob instead, which no worker sees, and which the page's policy allows
 * to a content script.
 */
export class PendingSheets {
  readonly #document: Document;
  readonly #parts: PendingSheetsParts;
  readonly #sheets = new Set<Element>();
  readonly #isFromMemory: boolean;
  #count = 0;

  constructor(document: Document, parts: PendingSheetsParts) {
    this.#document = document;
    this.#parts = parts;
    this.#isFromMemory = hasController(document);
  }

  /** Whether any stands in the document. */
  get isUp(): boolean {
    return this.#sheets.size > 0;
  }

  start(): void {
    this.#add(holdSheet(1));
    if (!this.#isFromMemory) setTimeout(() => this.#addAnother(), SECOND_SHEET_DELAY_MS);
    else while (this.#count < MEMORY_SHEETS) this.#add(holdSheet(HOLD_SHEETS));
  }

  end(): void {
    const sheets = [...this.#sheets];
    this.#sheets.clear();
    for (const sheet of sheets) sheet.remove();
  }

  #addAnother(): void {
    this.#parts.lapsed();
    if (this.isUp) this.#add(holdSheet(HOLD_SHEETS));
  }

  #add(path: string): void {
    const runtime = nativeRuntime();
    if (runtime === undefined) return;
    this.#count += 1;
    const address = this.#isFromMemory
      ? URL.createObjectURL(new Blob([''], { type: 'text/css' }))
      : `${runtime.getURL(path)}?${performance.timeOrigin}-${this.#count}`;
    const sheet = parsedSheet(this.#document, address);
    for (const end of ['load', 'error'])
      sheet.addEventListener(end, () => {
        if (this.#isFromMemory) URL.revokeObjectURL(address);
        this.#addAnother();
        this.#drop(sheet);
      });
    this.#sheets.add(sheet);
    this.#parts.within(() => appendBesideBody(this.#document, sheet));
  }

  #drop(sheet: Element): void {
    this.#parts.lapsed();
    this.#sheets.delete(sheet);
    sheet.remove();
  }
}

/** A `style` that imports a sheet. The browser waits only for one that a parser made, in XML for one that the parser of HTML made. */
function parsedSheet(document: Document, address: string): Element {
  const isHtml = document.contentType === 'text/html';
  const maker = isHtml ? document : document.implementation.createHTMLDocument('');
  const box = maker.createElement('div');
  box.innerHTML = `<style>@import "${address}";</style>`;
  return box.firstElementChild!;
}

/** Chromium lets a sheet hold up the parser itself, and not only its scripts, where there was a body when the sheet was added. */
function appendBesideBody(document: Document, sheet: Element): void {
  const root = document.documentElement;
  if (document.body) return void root?.append(sheet);
  const body = document.createElementNS(XHTML, 'body');
  root?.append(body, sheet);
  body.remove();
}

/** Whether a worker of its site controls a document; one without an origin is refused the mere question. */
function hasController(document: Document): boolean {
  try {
    return Boolean(document.defaultView?.navigator.serviceWorker?.controller);
  } catch {
    return false;
  }
}
