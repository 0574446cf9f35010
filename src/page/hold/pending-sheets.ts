import { nativeRuntime } from '../../messaging/native.ts';
import { XHTML } from './set-aside.ts';

/**
 * Number of sheets in the chain. Each takes about four milliseconds to load on two busy cores, and rarely less than
 * one.
 */
export const HOLD_SHEETS = 40;

/** Path of a sheet in the package; the last one imports nothing. */
export const holdSheet = (number: number): string => `/hold/${number}.css`;

/** Text of a sheet: each imports the next, so that they load one after another. */
export const holdSheetText = (number: number): string =>
  number < HOLD_SHEETS ? `@import "${number + 1}.css";\n` : '/* What this is for: src/page/hold/parser-hold.ts. */\n';

/** Milliseconds after which a second sheet is added, so that one is always loading while the other is replaced. */
const SECOND_SHEET_DELAY_MS = 15;
/** Number of concurrent sheets where they load from memory, which takes a millisecond or two each. */
const MEMORY_SHEETS = 4;

type PendingSheetsParts = {
  /** Called where for a moment no sheet may be loading. */
  readonly lapsed: () => void;
  /** Runs the work that changes the document. */
  readonly within: (work: () => void) => void;
};

/**
 * Keeps at least one style sheet of a document loading. A sheet that never finishes would need a request to a server.
 * So it loads a chain of small packaged sheets, and beside it repeated requests for the last one, each with its own
 * query, because the browser would otherwise use its cache. Once the extension is gone, no more are added.
 *
 * A service worker that controls the page may answer or refuse the package's sheets (Service Workers, section 4.6:
 * fetch events of subresources). On such a page each sheet is loaded from a blob instead: no service worker sees it,
 * and the page's policy allows it to a content script. A worker may also take control while the page is held.
 */
export class PendingSheets {
  readonly #document: Document;
  readonly #parts: PendingSheetsParts;
  /** The elements that hold the sheets. */
  readonly #sheets = new Set<Element>();
  #isFromMemory: boolean;
  #count = 0;

  constructor(document: Document, parts: PendingSheetsParts) {
    this.#document = document;
    this.#parts = parts;
    const workers = workersOf(document);
    this.#isFromMemory = Boolean(workers?.controller);
    workers?.addEventListener('controllerchange', () => this.#moveToMemory());
  }

  /** Whether any sheet is in the document. */
  get isUp(): boolean {
    return this.#sheets.size > 0;
  }

  start(): void {
    this.#add(holdSheet(1));
    if (!this.#isFromMemory) setTimeout(() => this.#addAnother(), SECOND_SHEET_DELAY_MS);
    else while (this.#count < MEMORY_SHEETS) this.#add(holdSheet(HOLD_SHEETS));
  }

  #moveToMemory(): void {
    this.#isFromMemory = true;
    for (const holder of [...this.#sheets]) {
      for (let added = 0; added < MEMORY_SHEETS / 2; added += 1) this.#addAnother();
      this.#drop(holder);
    }
  }

  end(): void {
    const holders = [...this.#sheets];
    this.#sheets.clear();
    for (const holder of holders) holder.remove();
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
    const holder = unreadable(this.#document, sheet);
    for (const end of ['load', 'error'])
      sheet.addEventListener(end, () => {
        URL.revokeObjectURL(address);
        this.#addAnother();
        this.#drop(holder);
      });
    this.#sheets.add(holder);
    this.#parts.within(() => appendBesideBody(this.#document, holder));
  }

  #drop(holder: Element): void {
    this.#parts.lapsed();
    this.#sheets.delete(holder);
    holder.remove();
  }
}

/**
 * A `style` element that imports a sheet. The browser waits only for one created by a parser, in XML only for one
 * created by the HTML parser.
 */
function parsedSheet(document: Document, address: string): Element {
  const isHtml = document.contentType === 'text/html';
  const maker = isHtml ? document : document.implementation.createHTMLDocument('');
  const box = maker.createElement('div');
  box.innerHTML = `<style>@import "${address}";</style>`;
  return box.firstElementChild!;
}

/**
 * Puts a sheet where no script of the page can read its address: that of the package is the same on every site for as
 * long as the browser runs, and another page of the same origin may look into a document that is held.
 * @returns the element to insert
 */
function unreadable(document: Document, sheet: Element): Element {
  const holder = document.createElementNS(XHTML, 'div');
  holder.attachShadow({ mode: 'closed' }).append(sheet);
  return holder;
}

/**
 * In Chromium a sheet blocks the parser itself, and not only its scripts, if the document had a body when it was added.
 */
function appendBesideBody(document: Document, holder: Element): void {
  const root = document.documentElement;
  if (document.body) return void root?.append(holder);
  const body = document.createElementNS(XHTML, 'body');
  root?.append(body, holder);
  body.remove();
}

/** A document without an origin may not even ask for its service workers. */
function workersOf(document: Document): ServiceWorkerContainer | undefined {
  try {
    return document.defaultView?.navigator.serviceWorker;
  } catch {
    return undefined;
  }
}
