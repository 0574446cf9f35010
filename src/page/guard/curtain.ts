import { isOrphaned } from '../../messaging/native.ts';
import type { ParserHold } from '../hold/parser-hold.ts';
import { FocusHold, type InputStop } from './input-stop.ts';

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

/** Hides everything, whatever the page does: the specificity outweighs `!important` rules of the page. */
const RULES = [
  `${':root'.repeat(15)}{display:none!important}`,
  `${':root'.repeat(14)}{opacity:0!important}`,
  // The browser draws these above the root. Each has a rule of its own, so that an unknown selector disables only
  // itself.
  ...[':modal', ':popover-open', ':fullscreen', '::backdrop'].map((name) => `${name}{opacity:0!important}`),
];

const TEXT = RULES.join('\n');

/** Removes the style element that a guard of an earlier version left in a page where it could not adopt a sheet. */
function removeEarlierSheet(document: Document): void {
  for (const element of document.documentElement?.children ?? [])
    if (element.localName === 'style' && element.textContent === TEXT) element.remove();
}

/**
 * The style sheet of a hidden page. It makes the browser recalculate all styles of the page, so only a suspected page
 * gets it.
 */
class CurtainSheet {
  readonly #document: Document;
  #sheet: CSSStyleSheet | HTMLStyleElement | null = null;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Adds the sheet if it is not in the document. */
  ensure(): void {
    if (this.#sheet === null) this.#add();
    else if (this.#sheet instanceof CSSStyleSheet) this.#adopt(this.#sheet);
    else if (!this.#sheet.isConnected) this.#document.documentElement?.append(this.#sheet);
  }

  remove(): void {
    const sheet = this.#sheet;
    this.#sheet = null;
    if (sheet instanceof CSSStyleSheet)
      this.#document.adoptedStyleSheets = this.#document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    else sheet?.remove();
  }

  /**
   * A constructed sheet leaves no trace in the page's tree. Where a content script may not adopt one, an element is
   * used.
   */
  #add(): void {
    try {
      const sheet = new CSSStyleSheet();
      for (const rule of RULES) insertKnown(sheet, rule);
      this.#adopt(sheet);
      this.#sheet = sheet;
    } catch {
      const element = this.#document.createElement('style');
      element.textContent = TEXT;
      this.#document.documentElement?.append(element);
      this.#sheet = element;
    }
  }

  #adopt(sheet: CSSStyleSheet): void {
    const adopted = this.#document.adoptedStyleSheets;
    if (!adopted.includes(sheet)) this.#document.adoptedStyleSheets = [...adopted, sheet];
  }
}

/** A selector that this browser does not know matches nothing that it draws, so its rule is left out. */
function insertKnown(sheet: CSSStyleSheet, rule: string): void {
  try {
    sheet.insertRule(rule);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

type StyledRoot = Element & { readonly style?: CSSStyleDeclaration };

/**
 * Enforces properties of the root's inline `style` against the page and later restores the page's own values. An inline
 * `!important` declaration outweighs every rule of the page's sheets, in any layer (CSS Cascading and Inheritance 5,
 * section 6.1).
 */
class RootStyle {
  #root: StyledRoot | null = null;
  /** The page's own values, by property. */
  readonly #own = new Map<string, { value: string; priority: string }>();
  /** The attribute as the page wrote it, and its serialization. */
  #written: { readonly text: string; readonly meaning: string } | null = null;

  /** Sets the root element; a different one starts afresh. */
  take(root: Element | null): void {
    if (root === this.#root) return;
    this.#own.clear();
    this.#root = root;
    const text = root?.getAttribute('style') ?? null;
    this.#written = text === null ? null : { text, meaning: this.#root?.style?.cssText ?? '' };
  }

  /** Sets a property, again if the page has changed it. */
  hold(property: string, held: string): void {
    const style = this.#root?.style;
    if (!style) return;
    const value = style.getPropertyValue(property);
    const priority = style.getPropertyPriority(property);
    if (value === held && priority === 'important' && this.#own.has(property)) return;
    this.#own.set(property, { value, priority });
    style.setProperty(property, held, 'important');
  }

  /** Restores the page's value of one property. */
  release(property: string): void {
    const own = this.#own.get(property);
    const style = this.#root?.style;
    if (!own || !style) return;
    this.#own.delete(property);
    if (own.value === '') style.removeProperty(property);
    else style.setProperty(property, own.value, own.priority);
  }

  /** Restores all values and the attribute. */
  restore(): void {
    for (const property of [...this.#own.keys()]) this.release(property);
    const root = this.#root;
    if (!this.#written && root?.getAttribute('style') === '') root.removeAttribute('style');
    // Restores the page's own spelling, which the page may read. An attribute that parses to nothing is not written:
    // that would apply what the page's own policy had refused.
    if (this.#written?.meaning && root?.style?.cssText === this.#written.meaning)
      root.setAttribute('style', this.#written.text);
    this.#root = null;
  }
}
