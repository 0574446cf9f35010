import type { InputStop } from '../guard/input-stop.ts';
import { PendingSheets } from './pending-sheets.ts';
import { SetAside, StandInRoot } from './set-aside.ts';

/** Documents that are parsed piece by piece, and that may run script or navigate by themselves. */
const PARSED_TYPE = /^text\/|[/+](xml|json|javascript)$/;

/**
 * Keeps a page from being read, and so from running anything, until its guard lets it: not only its scripts, but handlers, frames and
 * whatever else a document can hold. The parser of Chromium, in HTML as in XML, stops at a style sheet that it met and that is still
 * loading where the document has a body (`StyleEngine::HasPendingParserBlockingSheets`), and takes a `style` of a parsed fragment,
 * wherever it is put, for one of those. So such sheets stand in the document while the verdict is open ({@link PendingSheets}). What the
 * page names is fetched ahead meanwhile; taken away, they leave nothing behind, and the parser goes on. What it had put in by then is
 * set aside ({@link SetAside}).
 *
 * What it costs, and what was tried instead: `../decisions.md`. A page that comes late is held, however late: on a busy machine the worker is
 * later still.
 */
export class ParserHold {
  /** Settles when for a moment the hold may not hold: then something else must hide the page. */
  readonly lapse: Promise<'lapsed'>;
  readonly #document: Document;
  readonly #sheets: PendingSheets;
  readonly #root: StandInRoot;
  readonly #aside: SetAside;
  readonly #input: InputStop;
  #isHeld = false;

  constructor(document: Document, input: InputStop) {
    let lapsed = () => {};
    this.lapse = new Promise((resolve) => {
      lapsed = () => resolve('lapsed');
    });
    this.#document = document;
    this.#input = input;
    this.#root = new StandInRoot(document);
    this.#aside = new SetAside(document, (types) => input.stopAlso(types));
    this.#sheets = new PendingSheets(document, { lapsed, within: (work) => this.#aside.unseen(work) });
  }

  /** Whether the document is held, and nothing of it has run. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /**
   * Holds what is not read yet, unless all is.
   * @returns whether nothing is drawn either: so it is where the body is still to come
   */
  take(): boolean {
    const { readyState, contentType, body } = this.#document;
    if (import.meta.env.FIREFOX || readyState !== 'loading' || !PARSED_TYPE.test(contentType)) return false;
    if (this.#isHeld) return true;
    this.#isHeld = true;
    this.#input.awaitBody();
    this.#aside.watch(this.#root.put());
    this.#sheets.start();
    return this.#sheets.isUp && body === null;
  }

  /** Ends the hold of a document that is given up: what was set aside stays away. @returns false where nothing is held */
  abandon(): boolean {
    if (!this.#isHeld) return false;
    this.#isHeld = false;
    this.#aside.drop();
    this.#sheets.end();
    return true;
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    if (this.#root.remove()) {
      this.#aside.end();
      this.#sheets.end();
    } else {
      this.#document.location.reload();
    }
  }
}
