import { FRAME_TIME } from '../document/frame-time.ts';

/** Events of a person's input; none reaches a page behind its veil. */
const INPUT = [
  ...['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste', 'copy', 'cut', 'drop', 'submit'],
  ...['compositionstart', 'compositionupdate', 'compositionend', 'textInput'],
  ...['click', 'auxclick', 'dblclick', 'contextmenu', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'],
  ...['touchstart', 'touchend'],
];
/** A click that was swallowed counts as the person's all the same, so a page might ask whether they want to leave. */
const LEAVING = 'beforeunload';
/** A page of Firefox that listens to the last one is not kept for going back. */
const SWALLOWED = import.meta.env.FIREFOX ? INPUT : [...INPUT, LEAVING];
const CAPTURE = { capture: true, passive: false };

/** Nothing but a veil has it. */
const PLACE = 'auto 100vw auto 100000px';
/**
 * Hides what is in an element, also dialogs and popovers, which are drawn above it, and empties the accessibility tree. The height
 * keeps a place to which the page was scrolled.
 */
const HIDDEN = `
  opacity: 0 !important;
  content-visibility: hidden !important;
  contain-intrinsic-size: ${PLACE} !important;
  background: none !important;
  border-color: transparent !important;
  outline: none !important;
  transition: none !important;`;
/** A line over a whole page, which no policy of the page forbids: nothing is added to it and nothing is loaded. */
const LINE = `
  all: initial !important;
  position: fixed !important;
  inset: 0 !important;
  z-index: 2147483647 !important;
  display: grid !important;
  place-content: center !important;
  background: Canvas !important;
  color: CanvasText !important;
  color-scheme: light dark !important;
  font: 16px system-ui, sans-serif !important;`;

/**
 * The inline style of a veiled root. Firefox paints the background of a transparent root (measured), and lets no content
 * script adopt a style sheet; its requests wait for the verdict, so only pages that return are covered there.
 */
const INLINE: readonly (readonly [property: string, value: string])[] = import.meta.env.FIREFOX
  ? [
      ['opacity', '0'],
      ['background-color', 'canvas'],
      ['background-image', 'none'],
    ]
  : [['opacity', '0']];

type StyledRoot = Element & { readonly style?: CSSStyleDeclaration };

/**
 * Keeps a page unseen, and a person's input from it. `raise` is meant for every page and undone within milliseconds: the
 * inline style of the root, and listeners that precede the page's own. `cover` is meant for a page with a hit.
 */
export class Veil {
  readonly #view: Window & typeof globalThis;
  #root: StyledRoot | null = null;
  /** The root's attribute as the page wrote it, and as the browser writes the same. */
  #written = { text: null as string | null, meaning: '' };
  /** The page's own values, in the order of {@link INLINE}. */
  #own: { readonly value: string; readonly priority: string }[] = [];
  #sheet: CSSStyleSheet | null = null;
  #focused: Element | null = null;
  #isUp = false;

  constructor(view: Window) {
    this.#view = view as Window & typeof globalThis;
  }

  raise(): void {
    if (this.#isUp) return;
    this.#isUp = true;
    for (const type of SWALLOWED) this.#view.addEventListener(type, swallow, CAPTURE);
    const root: StyledRoot | null = this.#view.document.documentElement;
    this.#root = root;
    if (!root?.style) {
      this.#addSheet();
      return;
    }
    this.#written = { text: root.getAttribute('style'), meaning: root.style.cssText };
    const { style } = root;
    this.#own = INLINE.map(([property]) => ({
      value: style.getPropertyValue(property),
      priority: style.getPropertyPriority(property),
    }));
    for (const [property, value] of INLINE) style.setProperty(property, value, 'important');
  }

  cover(): void {
    this.raise();
    this.#addSheet();
    this.#focused ??= this.#view.document.activeElement;
    this.#view.addEventListener('blur', this.#takeFocus);
    void this.#takeFocus();
  }

  /** Takes the focus back from a frame of another origin, which does not follow this veil: keys would go there. */
  readonly #takeFocus = async (): Promise<void> => {
    // The window loses the focus before the frame has it.
    await new Promise<void>((resolve) => FRAME_TIME.after(resolve, 0));
    const { activeElement } = this.#view.document;
    if (!activeElement || !('contentWindow' in activeElement)) return;
    this.#focused = activeElement;
    this.#view.focus();
  };

  /** Shows a line in the middle of a covered page of HTML. */
  say(words: string): void {
    const { document } = this.#view;
    if (!this.#sheet || !(document.documentElement instanceof HTMLElement)) return;
    this.#sheet.replaceSync(`:root > * {${HIDDEN}}
      :root::before {${LINE} content: ${JSON.stringify(words)} !important }
      :root { opacity: 1 !important; filter: none !important; background: Canvas !important }
      :root::after { content: none !important }`);
    this.#restoreStyle();
  }

  /** Gives the page back as it was. */
  lift(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    const { document } = this.#view;
    for (const type of SWALLOWED) this.#view.removeEventListener(type, swallow, CAPTURE);
    this.#view.removeEventListener('blur', this.#takeFocus);
    const sheet = this.#sheet;
    this.#sheet = null;
    if (sheet) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    this.#restoreStyle();
    const focused = this.#focused as HTMLElement | null;
    this.#focused = null;
    if (!sheet) return;
    if (focused?.isConnected && focused !== document.activeElement) focused.focus?.({ preventScroll: true });
    // The browser scrolled to a place that had no layout.
    if (this.#view.scrollY === 0) document.querySelector(':target')?.scrollIntoView();
  }

  /**
   * Ends the document, so that nothing of it stands in the way of leaving it. Reopening it removes the listeners of its
   * scripts (HTML Standard, section 8.4.1), and does nothing once its parser was stopped, so it comes first. A document of
   * XML cannot be reopened; without a root it paints nothing and no key has a target.
   */
  end(): void {
    this.cover();
    const { document } = this.#view;
    if (!(document instanceof XMLDocument)) document.open();
    this.#view.stop();
    for (const type of SWALLOWED) this.#view.addEventListener(type, swallow, CAPTURE);
    const empty = () => document.documentElement?.remove();
    new MutationObserver(empty).observe(document, { childList: true });
    empty();
  }

  #addSheet(): void {
    if (this.#sheet || import.meta.env.FIREFOX) return;
    const { document } = this.#view;
    this.#sheet = new this.#view.CSSStyleSheet();
    this.#sheet.replaceSync(`:root {${HIDDEN}}`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
  }

  #restoreStyle(): void {
    const root = this.#root;
    const style = root?.style;
    this.#root = null;
    if (!root || !style) return;
    for (const [at, [property, set]] of INLINE.entries()) {
      // The page has written another one since.
      if (style.getPropertyValue(property) !== set || style.getPropertyPriority(property) !== 'important') continue;
      const { value, priority } = this.#own[at] ?? { value: '', priority: '' };
      if (value === '') style.removeProperty(property);
      else style.setProperty(property, value, priority);
    }
    const { text, meaning } = this.#written;
    if (text === null && root.getAttribute('style') === '') root.removeAttribute('style');
    // The page's own spelling, which it may read. An attribute that means nothing is not written: that would apply what
    // the page's own policy has refused.
    if (text !== null && meaning !== '' && style.cssText === meaning) root.setAttribute('style', text);
  }
}

/**
 * Keeps a person's input from a frame that has no veil of its own, as long as one lies over a page around it. Nothing is left in a
 * frame that begins without; else its listeners go at the first input after the veil.
 */
export function followVeil(view: Window): void {
  if (!isVeiled(view)) return;
  const follow = (event: Event): void => {
    if (isVeiled(view)) swallow(event);
    else for (const type of SWALLOWED) view.removeEventListener(type, follow, CAPTURE);
  };
  for (const type of SWALLOWED) view.addEventListener(type, follow, CAPTURE);
}

/** Whether a page around a frame has its veil up; one of another origin cannot be asked. */
function isVeiled({ parent, top }: Window): boolean {
  try {
    const { documentElement, adoptedStyleSheets } = parent.document;
    const isCovered = adoptedStyleSheets.some(({ cssRules }) => cssRules[0]?.cssText.includes(PLACE));
    return documentElement?.style?.opacity === '0' || isCovered || (parent !== top && isVeiled(parent));
  } catch {
    return false;
  }
}

function swallow(event: Event): void {
  if (!event.isTrusted) return;
  event.stopImmediatePropagation();
  if (event.type !== LEAVING && event.cancelable) event.preventDefault();
}
