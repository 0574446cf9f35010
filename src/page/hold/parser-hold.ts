import type { InputStop } from '../guard/input-stop.ts';
import { PendingSheets } from './pending-sheets.ts';
import { SetAside, StandInRoot } from './set-aside.ts';

/** Documents that are parsed incrementally and that may run script or navigate by themselves. */
const PARSED_TYPE = /^text\/|[/+](xml|json|javascript)$/;

/**
 * Keeps a page from being parsed, and so from running anything, until its guard releases it: scripts, event handlers,
 * frames and anything else in a document. Chromium's parser, for HTML and XML, stops at a style sheet that is still
 * loading if the document has a body (`StyleEngine::HasPendingParserBlockingSheets`). It treats a `style` element of a
 * parsed fragment the same way, wherever it is inserted. So such sheets stay in the document while the verdict is open
 * ({@link PendingSheets}). Meanwhile the preload scanner fetches the page's resources. Removing the sheets leaves no
 * trace, and the parser continues. Elements that it had already inserted are set aside ({@link SetAside}).
 *
 * Costs and rejected alternatives: `../decisions.md`. A page is held however late it arrives: on a busy machine the
 * worker is later still.
 */
export class ParserHold {
  /** Settles when the hold may have a gap: then something else must hide the page. */
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

  /** Whether the document is held and none of it has run. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /**
   * Holds the part that is not parsed yet, if any.
   * @returns whether nothing is drawn either, which holds while the body is still to come
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

  /**
   * Ends the hold of a discarded document: elements that were set aside stay away. @returns false where nothing is held
   */
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
