import { isOrphaned } from '../../messaging/native.ts';
import type { ParserHold } from '../hold/parser-hold.ts';
import { CurtainSheet, RootStyle, removeEarlierSheet, type StyledRoot } from './curtain-style.ts';
import { FocusHold } from './focus-hold.ts';
import type { InputStop } from './input-stop.ts';

/**
 * Firefox paints the background of the root, or of the body in its place, even when the root is transparent (measured).
 */
const CANVAS = [
  ['background-color', 'canvas'],
  ['background-image', 'none'],
] as const;
/**
 * What every curtain sets. Without the second, a root that the page puts in place of another could fade out instead of
 * disappearing at once.
 */
const VEIL = [
  ['opacity', '0'],
  ['transition-property', 'none'],
] as const;
/** Properties that some curtains add, or set for a moment. */
const TEMPORARY = [
  ['content-visibility', 'hidden'],
  ['display', 'none'],
] as const;

/**
 * Hides a page until it is known not to be listed. `veil` keeps the layout, so that a clean page notices nothing;
 * `hide` takes the page off the screen. In both states no input reaches the page.
 *
 * Every opened page gets the veil for a moment, so it is inline style of the root only: a sheet would make the browser
 * recalculate all styles of the page. Opacity hides the page and its background. The browser draws dialogs and popovers
 * above the root, even those in shadow trees, which our sheets do not reach. `content-visibility` hides these (CSS
 * Containment 2, section 4.2). It would also keep the page from focusing its fields, so it is set only while a frame is
 * drawn.
 */
export class Curtain {
  readonly #document: Document;
  readonly #observer: MutationObserver;
  readonly #style = new RootStyle();
  readonly #sheet: CurtainSheet;
  readonly #hold: ParserHold;
  readonly #input: InputStop;
  readonly #focus: FocusHold;
  #level: 'none' | 'veil' | 'hide' = 'none';
  #frame = 0;
  #isDrawing = false;

  constructor(document: Document, hold: ParserHold, input: InputStop) {
    this.#document = document;
    this.#hold = hold;
    this.#input = input;
    this.#sheet = new CurtainSheet(document);
    this.#focus = new FocusHold(document);
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
    this.#focus.release();
    if (isOrphaned()) this.#input.end();
  }

  #raise(level: 'veil' | 'hide'): void {
    this.#level = level;
    this.#input.raise();
    this.#hold.take();
    this.#enforce();
    if (level === 'veil') this.#awaitFrame();
    else this.#focus.take();
  }

  /** Sets again everything that the page removed. The page's own changes to the root are remembered. */
  #enforce(): void {
    if (this.#level === 'none') return;
    this.#observer.disconnect();
    const root = this.#document.documentElement;
    this.#style.take(root);
    for (const [name, value] of VEIL) this.#style.hold(name, value);
    if (import.meta.env.FIREFOX) for (const [name, value] of CANVAS) this.#style.hold(name, value);
    if (this.#isDrawing) this.#style.hold('content-visibility', 'hidden');
    else this.#style.release('content-visibility');
    // Only an HTML root can be hidden without losing its layout.
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

  /** Hides the frame about to be drawn; scripts that run after it see the page unchanged. */
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
 * Removes the curtain that a guard of an earlier version left over a page. In Firefox that guard is dead and cannot do
 * so. In Chromium it keeps its curtain up for a while ({@link Guard}) and restores the page's own values.
 * @returns whether there was one: then the person has not used the page yet
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
 * Ends a view transition: its snapshots are drawn above the root and do not inherit its styles. A new transition skips
 * the active one (CSS View Transitions 1, section 6.1).
 */
function skipTransition(document: TransitionDocument): void {
  if (document.activeViewTransition) document.activeViewTransition.skipTransition();
  else if (document.documentElement?.matches(':active-view-transition'))
    document.startViewTransition?.().skipTransition();
}
