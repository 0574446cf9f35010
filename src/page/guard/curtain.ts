import { isOrphaned } from '../../messaging/native.ts';
import type { ParserHold } from '../hold/parser-hold.ts';
import { CurtainSheet, RootStyle, removeEarlierSheet, type StyledRoot } from './curtain-style.ts';
import type { InputStop } from './input-stop.ts';

/** Firefox paints the background of the root, or the body's in its place, however transparent the root is (measured). */
const CANVAS = [
  ['background-color', 'canvas'],
  ['background-image', 'none'],
] as const;
/** What every curtain sets. Without the second a root that the page puts in the place of another could fade out instead of being hidden. */
const VEIL = [
  ['opacity', '0'],
  ['transition-property', 'none'],
] as const;
/** What some curtains hold besides, or for a moment. */
const TEMPORARY = [
  ['content-visibility', 'hidden'],
  ['display', 'none'],
] as const;

/**
 * Hides a page until it is known not to be listed. `veil` keeps the layout, so that a clean page notices nothing; `hide` takes the page
 * off the screen. While either is up no input reaches the page.
 *
 * The veil is inline style of the root alone, because every page that a person opens gets it for a moment: a sheet would make the browser
 * calculate every style of the page again. Opacity hides the page and its background. What the browser draws above the root (dialogs,
 * popovers, also those inside shadow trees, where no sheet of ours reaches) is hidden by `content-visibility` (CSS Containment 2,
 * section 4.2), which would also keep the page from focusing its fields: so it is set only while a frame is drawn.
 */
export class Curtain {
  readonly #document: Document;
  readonly #observer: MutationObserver;
  readonly #style = new RootStyle();
  readonly #sheet: CurtainSheet;
  readonly #hold: ParserHold;
  readonly #input: InputStop;
  #level: 'none' | 'veil' | 'hide' = 'none';
  #frame = 0;
  #isDrawing = false;

  constructor(document: Document, hold: ParserHold, input: InputStop) {
    this.#document = document;
    this.#hold = hold;
    this.#input = input;
    this.#sheet = new CurtainSheet(document);
    this.#observer = new MutationObserver(() => this.#enforce());
    input.listen();
  }

  get isUp(): boolean {
    return this.#level !== 'none';
  }

  veil(): void {
    if (this.#level === 'none') this.#raise('veil');
  }

  hide(): void {
    if (this.#level !== 'hide') this.#raise('hide');
  }

  lift(): void {
    if (this.#level === 'none') return;
    this.#level = 'none';
    this.#isDrawing = false;
    this.#observer.disconnect();
    this.#document.defaultView?.cancelAnimationFrame(this.#frame);
    this.#input.drop();
    this.#hold.release();
    this.#sheet.remove();
    this.#style.restore();
    if (isOrphaned()) this.#input.end();
  }

  #raise(level: 'veil' | 'hide'): void {
    this.#level = level;
    this.#input.raise();
    this.#hold.take();
    this.#enforce();
    if (level === 'veil') this.#awaitFrame();
  }

  /** Sets everything again that the page took away. The page's own changes to the root are kept for later. */
  #enforce(): void {
    if (this.#level === 'none') return;
    this.#observer.disconnect();
    const root = this.#document.documentElement;
    this.#style.take(root);
    for (const [name, value] of VEIL) this.#style.hold(name, value);
    if (import.meta.env.FIREFOX) for (const [name, value] of CANVAS) this.#style.hold(name, value);
    if (this.#isDrawing) this.#style.hold('content-visibility', 'hidden');
    else this.#style.release('content-visibility');
    // Only a page of HTML can be hidden without its layout being lost.
    const hidden = this.#level === 'hide' || (root !== null && !(root instanceof HTMLElement));
    if (hidden) {
      this.#style.hold('display', 'none');
      this.#sheet.ensure();
    }
    this.#input.listen();
    this.#observer.observe(this.#document, { childList: true });
    if (root) this.#observer.observe(root, { attributes: true, attributeFilter: ['style'] });
  }

  #awaitFrame(): void {
    this.#frame = this.#document.defaultView?.requestAnimationFrame(() => this.#hideFrame()) ?? 0;
  }

  /** The frame that is about to be drawn shows nothing; the script that runs after it finds the page as it expects it. */
  #hideFrame(): void {
    if (this.#level !== 'veil') return;
    this.#awaitFrame();
    this.#isDrawing = true;
    this.#enforce();
    skipTransition(this.#document);
    this.#document.defaultView?.setTimeout(() => {
      this.#isDrawing = false;
      this.#enforce();
    });
  }
}

/**
 * Removes the curtain that a guard of an earlier version left over a page. In Firefox that guard is dead and never does so itself; in
 * Chromium it keeps its own up for a while ({@link Guard}), and gives back what the page had set.
 * @returns whether there was one: then nobody uses the page yet, it waits for its verdict
 */
export function removeEarlierCurtain(document: Document): boolean {
  const style = (document.documentElement as StyledRoot | null)?.style;
  const isHeld = ([name, value]: readonly [string, string]) =>
    style?.getPropertyValue(name) === value && style.getPropertyPriority(name) === 'important';
  if (!style || !VEIL.every(isHeld)) return false;
  for (const [name, value] of [...VEIL, ...CANVAS, ...TEMPORARY]) if (isHeld([name, value])) style.removeProperty(name);
  removeEarlierSheet(document);
  return true;
}

type ViewTransition = { skipTransition(): void };
type TransitionDocument = Document & {
  /** Newer than `startViewTransition`. */
  readonly activeViewTransition?: ViewTransition | null;
  startViewTransition?(): ViewTransition;
};

/**
 * Ends what a view transition draws: its pictures stand above the root and take nothing from it. A new transition ends the
 * one before it (CSS View Transitions 1, section 6.1).
 */
function skipTransition(document: TransitionDocument): void {
  if (document.activeViewTransition) document.activeViewTransition.skipTransition();
  else if (document.documentElement?.matches(':active-view-transition'))
    document.startViewTransition?.().skipTransition();
}
